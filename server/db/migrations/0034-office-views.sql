-- How far an import has come, and the placing of leads at the points of a version; notes on voucher areas; and visits that
-- were taken back, for counting visits by day.
alter table dataset_versions
  add column read_percent smallint not null default 0,
  add column placed_up_to uuid,
  add column placed_at timestamptz(3),
  add constraint read_percent_is_a_percentage check (read_percent between 0 and 100);
alter table voucher_areas add column note text not null default '';
create index visits_taken_back on visits (undoes) where undoes is not null;
