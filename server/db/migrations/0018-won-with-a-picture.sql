-- Whoever wins a sale brings a picture as its signature, also where the CRM had won the sale before. By triggers, which
-- look at what is written now: a check would refuse every later write of a sale that was won otherwise once.
create function refuse_won_without_picture() returns trigger language plpgsql as $$
begin
  raise exception 'A sale is won only with a signature (an image data URL).'
    using errcode = 'check_violation', constraint = 'won_needs_a_signature', table = 'opportunities';
end $$;

create trigger opportunities_begin_with_a_picture before insert on opportunities
  for each row when (
    new.status = 'closed-won' and new.closed_by is distinct from 'crm'
    and new.contract_signature !~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$'
  ) execute function refuse_won_without_picture();

create trigger opportunities_won_with_a_picture before update on opportunities
  for each row when (
    new.status = 'closed-won' and new.closed_by is distinct from 'crm'
    and (old.status, old.closed_by, old.contract_signature)
      is distinct from (new.status, new.closed_by, new.contract_signature)
    and new.contract_signature !~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$'
  ) execute function refuse_won_without_picture();
