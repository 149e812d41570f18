-- What came of signed sales: installations, cancellations that reached the office, complaints, clawbacks and notes. Rows are
-- only added, or marked as taken back, and go with their sale.
create table sale_outcomes (
  id uuid primary key,
  session_id text not null references opportunities (session_id) on delete cascade,
  kind text not null,
  happened_on date not null,
  amount numeric(8, 2),
  words text not null,
  recorded_at timestamptz(3) not null default now(),
  taken_back_at timestamptz(3),
  constraint kind_is_known check (kind in ('install-booked', 'installed', 'failed-install', 'cancelled-in-cooling-off',
    'cancelled', 'complaint-opened', 'complaint-closed', 'clawback', 'note')),
  constraint only_a_clawback_has_an_amount check ((kind = 'clawback') = (amount is not null))
);
create index sale_outcomes_of_sale on sale_outcomes (session_id);
