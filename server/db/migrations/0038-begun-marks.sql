-- Null while a task is being marked: if the answer is lost, it may be done or open.
alter table visits_in_crm alter column is_done drop not null;
