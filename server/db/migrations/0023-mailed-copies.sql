-- The mails to customers: the sealed copy, and the acknowledgement of a cancellation. How the customer wants the copy is a
-- column of its own, because evidence is large and the tracker asks for it every few seconds.
alter table sale_evidence add column copy_by text;
update sale_evidence set copy_by = convert_from(body, 'UTF8')::jsonb -> 'choices' ->> 'copy';
alter table sale_evidence alter column copy_by set not null;
alter table sale_evidence add constraint copy_by_is_known check (copy_by in ('email', 'paper'));

alter table deliveries drop constraint target_is_known;
alter table deliveries add constraint target_is_known
  check (target in ('crm', 'automation', 'seal', 'copy', 'acknowledgement'));
