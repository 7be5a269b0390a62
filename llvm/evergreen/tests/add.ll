; out[gid] = a[gid] + b[gid]
target datalayout = "e-m:e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"
target triple = "r600--"

declare i32 @llvm.r600.read.tidig.x()
declare i32 @llvm.r600.read.tgid.x()

define void @add() {
  %out = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7)), align 4
  %a = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7)), align 4
  %b = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 44 to ptr addrspace(7)), align 4
  %local = load i32, ptr addrspace(7) inttoptr (i32 24 to ptr addrspace(7)), align 4
  %tid = call i32 @llvm.r600.read.tidig.x()
  %group = call i32 @llvm.r600.read.tgid.x()
  %first = mul i32 %group, %local
  %gid = add i32 %first, %tid
  %pa = getelementptr inbounds i32, ptr addrspace(1) %a, i32 %gid
  %pb = getelementptr inbounds i32, ptr addrspace(1) %b, i32 %gid
  %po = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %gid
  %x = load i32, ptr addrspace(1) %pa, align 4
  %y = load i32, ptr addrspace(1) %pb, align 4
  %sum = add i32 %x, %y
  store i32 %sum, ptr addrspace(1) %po, align 4
  ret void
}
