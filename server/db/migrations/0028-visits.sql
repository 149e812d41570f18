-- What came of each visit at a door, and the state of each visited door.

-- Append-only: a visit is taken back by another one. It may arrive after the one that takes it back, and it outlives its
-- lead, so neither is a reference. An erasure blanks what may be personal.
create table visits (
  id uuid primary key,
  lead_id uuid not null,
  area text not null,
  outcome text not null,
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  phone text,
  note text,
  call_back_on date,
  call_back_at text,
  undoes uuid,
  erased_at timestamptz(3),
  constraint outcome_is_known check (outcome in
    ('no-answer', 'call-back', 'not-interested', 'refused', 'do-not-knock', 'no-access', 'empty')),
  constraint call_back_has_a_day check
    (undoes is not null or erased_at is not null or (outcome = 'call-back') = (call_back_on is not null)),
  constraint call_back_time_is_on_a_day check (call_back_at is null or call_back_on is not null),
  constraint call_back_time_is_a_time check (call_back_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint undoes_another check (undoes <> id)
);
create index visits_of_lead on visits (lead_id, occurred_at, id);
create index visits_by_arrival on visits (received_at, id);

-- The visits of a lead folded into one row (domain/street/door.ts), written in the transaction of each visit.
create table doors (
  lead_id uuid primary key references leads on delete cascade,
  area text not null,
  state text not null,
  next_on date,
  next_at text,
  last_outcome text,
  last_at timestamptz(3),
  tries integer not null default 0,
  lead_from text,
  lead_to text,
  updated_at timestamptz(3) not null default now(),
  constraint lead_move_is_whole check ((lead_from is null) = (lead_to is null))
);
create index doors_of_area on doors (area, lead_id);
