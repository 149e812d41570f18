-- A sale that is signed keeps its place in every index. The one search for signed sales reads nearly all of them anyway.
drop index opportunities_received;
