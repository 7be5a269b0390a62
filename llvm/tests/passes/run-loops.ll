; SPDX-License-Identifier: MIT
; A loop that depends on nothing but its bound, and ends soon whatever that is, becomes a choice among constants; one that would only get longer stays.
; RUN: --run-pass=optimise %s
; CHECK: define amdgpu_kernel void @known(
; CHECK: select i1 {{.*}}, i32 10, i32 1010
; CHECK: define amdgpu_kernel void @unknown(
; CHECK-COUNT: 1 = add nuw nsw i32
; CHECK-COUNT: 2 = fmul float

define amdgpu_kernel void @known(ptr addrspace(1) %out, i32 %n) {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %more ]
  %sum = phi i32 [ 0, %start ], [ %next, %more ]
  %go = icmp slt i32 %i, %n
  br i1 %go, label %body, label %end
body:
  %early = icmp slt i32 %i, 5
  br i1 %early, label %small, label %big
small:
  br label %add
big:
  br label %add
add:
  %step = phi i32 [ %i, %small ], [ 1000, %big ]
  %next = add i32 %sum, %step
  %large = icmp sgt i32 %next, 300
  br i1 %large, label %end, label %more
more:
  %j = add i32 %i, 1
  br label %loop
end:
  %result = phi i32 [ %sum, %loop ], [ %next, %add ]
  store i32 %result, ptr addrspace(1) %out, align 4
  ret void
}

define amdgpu_kernel void @unknown(ptr addrspace(1) %out, float %c) {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %loop ]
  %x = phi float [ %c, %start ], [ %z, %loop ]
  %y = fmul float %x, %x
  %z = fsub float %y, %c
  %large = fcmp ogt float %z, 4.0
  %j = add i32 %i, 1
  %last = icmp eq i32 %j, 80
  %leave = select i1 %large, i1 true, i1 %last
  br i1 %leave, label %end, label %loop
end:
  %w = fmul float %z, %c
  store float %w, ptr addrspace(1) %out, align 4
  ret void
}
