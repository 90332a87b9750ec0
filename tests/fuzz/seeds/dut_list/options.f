+incdir+rtl
-y lib -DX=1 +define+Y=2
--top router -pvalue+A=3
// comment
"a b.v" c.v
-f more.f
