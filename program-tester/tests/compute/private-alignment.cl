/*!
[config]
name: private variables are aligned as their types are (6.1.5)
kernel_name: align

[test]
name: low bits of addresses
arg_out: 0 buffer uint[6] 0 0 0 0 0 0
arg_in:  1 int 1
!*/

kernel void align(global uint *low, int n)
{
    char bytes[3];
    short2 pairs[3];
    float3 threes[3];
    int8 eights[3];
    int16 sixteens[3];
    long16 longs[3];

    bytes[n] = n, pairs[n] = n, threes[n] = n, eights[n] = n, sixteens[n] = n, longs[n] = n;
    low[0] = (uint)&pairs[0] % sizeof(short2) + (pairs[n].x != n);
    low[1] = (uint)&threes[0] % sizeof(float3) + (threes[n].y != n);
    low[2] = (uint)&eights[0] % sizeof(int8) + (eights[n].s7 != n);
    low[3] = (uint)&sixteens[0] % sizeof(int16) + (sixteens[n].sf != n);
    low[4] = (uint)&longs[0] % sizeof(long16) + (longs[n].sf != n);
    low[5] = (uint)&bytes[0] % sizeof(char) + (bytes[n] != n);
}
