-- Wrong passwords are counted by name, whether someone has it or not, so that a wait does not show which names exist.
create table wrong_passwords (
  name_sha256 bytea primary key,
  failures integer not null,
  next_try_at timestamptz(3) not null,
  failed_at timestamptz(3) not null default now()
);
alter table people drop column failures, drop column next_try_at;
