-- A call counts for seconds. If one seems to count for more than a minute, then the clock was set back after it was
-- made, and it must not hold up the calls of the next days.
create or replace function calls_that_count(calls jsonb, moment timestamptz) returns jsonb
  language sql stable
  return (
    select coalesce(jsonb_object_agg(lease, until), '{}')
    from jsonb_each_text(calls) as call (lease, until)
    where until::timestamptz > moment and until::timestamptz <= moment + interval '1 minute'
  );
