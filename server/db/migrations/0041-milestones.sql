-- When a sale reached each status. What phones have read stays the same, so no row counts as changed.
alter table opportunities
  add column qualified_at timestamptz(3),
  add column won_at timestamptz(3),
  add column lost_at timestamptz(3);
-- Of earlier sales it is known when the contract came, and nearly when one was lost.
alter table opportunities disable trigger user;
update opportunities
set won_at = case when status = 'closed-won' then coalesce(received_at, updated_at) else received_at end,
  lost_at = case when status = 'closed-lost' then updated_at end
where received_at is not null or status in ('closed-won', 'closed-lost');
alter table opportunities enable trigger user;
