-- Every trigger of the database; see functions.sql for how to change one. A sale's write takes the tables in this order.
lock table opportunities, deliveries, leads in share row exclusive mode;

create or replace trigger leads_prepare before insert or update on leads
  for each row execute function prepare_lead();
-- Even where a session does without triggers, as the load of a copy does: no row is without its JSON.
alter table leads enable always trigger leads_prepare;
create or replace trigger opportunities_begin before insert on opportunities
  for each row when (new.status <> 'open') execute function begin_opportunity();
create or replace trigger opportunities_touch before update on opportunities
  for each row execute function touch_opportunity();

-- A delivery has changed if its outcome has, or when it is due. A claim, or one more write that the same push will
-- carry, leaves the row in its place in every list and every index.
create or replace trigger deliveries_touch before update on deliveries
  for each row when (
    (old.state, old.attempts, old.delivered, old.due_at) is distinct from
    (new.state, new.attempts, new.delivered, new.due_at)
  ) execute function touch_updated_at();

create or replace trigger opportunities_move_forward before update on opportunities
  for each row when (old.status is distinct from new.status) execute function refuse_status_moving_back();

create or replace trigger opportunities_stay_sealed before update on opportunities
  for each row when (old.sealed) execute function refuse_unsealing();

-- These conditions are short and their functions compare the columns, because PostgreSQL parses a condition in each
-- statement (decision 28).
create or replace trigger opportunities_begin_with_a_picture before insert on opportunities
  for each row when (new.status = 'closed-won') execute function refuse_won_without_picture();
create or replace trigger opportunities_won_with_a_picture before update on opportunities
  for each row when (new.status = 'closed-won') execute function refuse_won_without_picture();
-- Before its contract was received, no seal can have been queued.
create or replace trigger opportunities_seal_again after update on opportunities
  for each row when (old.received_at is not null) execute function queue_seal_again();

-- By trigger, so that a change made by hand in psql reaches the phones too.
create or replace trigger leads_inserted after insert on leads referencing new table as is_now
  for each statement execute function record_lead_changes();
create or replace trigger leads_updated after update on leads referencing new table as is_now old table as was_once
  for each statement execute function record_lead_changes();
create or replace trigger leads_deleted after delete on leads referencing old table as was_once
  for each statement execute function record_lead_changes();
create or replace trigger opportunities_inserted after insert on opportunities referencing new table as is_now
  for each statement execute function record_opportunity_changes();
create or replace trigger opportunities_updated after update on opportunities
  referencing new table as is_now old table as was_once
  for each statement execute function record_opportunity_changes();
create or replace trigger opportunities_deleted after delete on opportunities referencing old table as was_once
  for each statement execute function record_opportunity_changes();

-- What was sealed stays, except for the bytes of an erased sale.
create or replace trigger sealed_documents_stay before delete on sealed_documents
  for each row execute function refuse_unsealing_documents();
create or replace trigger sealed_documents_stay_whole before truncate on sealed_documents
  for each statement execute function refuse_unsealing_documents();
create or replace trigger sealed_documents_stay_the_same before update on sealed_documents
  for each row when (
    (old.session_id, old.version, old.source_sha256, old.pdf_sha256, old.agreement_sha256, old.evidence_sha256,
      old.findings, old.statement, old.kid, old.sealed_at)
    is distinct from
    (new.session_id, new.version, new.source_sha256, new.pdf_sha256, new.agreement_sha256, new.evidence_sha256,
      new.findings, new.statement, new.kid, new.sealed_at)
    or old.erased_at is not null or new.bytes is not null
  ) execute function refuse_unsealing_documents();
create or replace trigger seal_days_stay before update or delete on seal_days
  for each row execute function refuse_unsealing_documents();
create or replace trigger seal_days_stay_whole before truncate on seal_days
  for each statement execute function refuse_unsealing_documents();
create or replace trigger seal_leaves_stay before update or delete on seal_leaves
  for each row execute function refuse_unsealing_documents();
create or replace trigger seal_leaves_stay_whole before truncate on seal_leaves
  for each statement execute function refuse_unsealing_documents();
create or replace trigger seal_keys_stay before delete on seal_keys
  for each row execute function refuse_unsealing_documents();
create or replace trigger seal_keys_stay_whole before truncate on seal_keys
  for each statement execute function refuse_unsealing_documents();

-- The chain stays for ever; agreements and payloads stay the same until they are erased with their sale.
create or replace trigger evidence_events_stay before update or delete on evidence_events
  for each row execute function refuse_changing_evidence();
create or replace trigger evidence_events_stay_whole before truncate on evidence_events
  for each statement execute function refuse_changing_evidence();
create or replace trigger agreements_stay_the_same before update on agreements
  for each row execute function refuse_changing_evidence();
create or replace trigger agreements_stay_whole before truncate on agreements
  for each statement execute function refuse_changing_evidence();
create or replace trigger event_payloads_stay_the_same before update on event_payloads
  for each row execute function refuse_changing_evidence();
create or replace trigger event_payloads_stay_whole before truncate on event_payloads
  for each statement execute function refuse_changing_evidence();

-- What was done stays recorded.
create or replace trigger audit_stays before update or delete on audit
  for each row execute function refuse_changing_audit();
create or replace trigger audit_stays_whole before truncate on audit
  for each statement execute function refuse_changing_audit();

-- An entry of the register stays; lifting it is the only change.
create or replace trigger do_not_knock_stays before delete on do_not_knock
  for each row execute function refuse_changing_register();
create or replace trigger do_not_knock_stays_whole before truncate on do_not_knock
  for each statement execute function refuse_changing_register();
create or replace trigger do_not_knock_stays_the_same before update on do_not_knock
  for each row when (
    old.lifted_at is not null or (old.id, old.scope, old.uprn, old.address_key, old.street_key, old.postcodes, old.reason,
      old.source, old.at, old.phone, old.received_at)
    is distinct from
    (new.id, new.scope, new.uprn, new.address_key, new.street_key, new.postcodes, new.reason, new.source, new.at,
      new.phone, new.received_at)
  ) execute function refuse_changing_register();
create or replace trigger visits_stay before delete on visits
  for each row execute function refuse_changing_visits();
create or replace trigger visits_stay_whole before truncate on visits
  for each statement execute function refuse_changing_visits();
create or replace trigger visits_stay_the_same before update on visits
  for each row when (
    (old.id, old.lead_id, old.area, old.outcome, old.occurred_at, old.received_at, old.phone, old.undoes)
    is distinct from
    (new.id, new.lead_id, new.area, new.outcome, new.occurred_at, new.received_at, new.phone, new.undoes)
    or new.erased_at is null or (new.note, new.call_back_on, new.call_back_at) is distinct from (null, null, null)
  ) execute function refuse_changing_visits();

create or replace trigger doors_inserted after insert on doors referencing new table as is_now
  for each statement execute function announce_doors();
create or replace trigger doors_updated after update on doors referencing new table as is_now
  for each statement execute function announce_doors();
create or replace trigger doors_deleted after delete on doors referencing old table as was_once
  for each statement execute function announce_doors();

create or replace trigger lead_places_inserted after insert on lead_places referencing new table as is_now
  for each statement execute function announce_places();
create or replace trigger lead_places_updated after update on lead_places referencing new table as is_now
  for each statement execute function announce_places();
create or replace trigger claims_inserted after insert on claims referencing new table as is_now
  for each statement execute function announce_claims();
create or replace trigger claims_updated after update on claims referencing new table as is_now
  for each statement execute function announce_claims();
create or replace trigger do_not_knock_entered after insert on do_not_knock referencing new table as is_now
  for each statement execute function announce_register();
create or replace trigger do_not_knock_lifted after update on do_not_knock referencing new table as is_now
  for each statement execute function announce_register();

create or replace trigger doors_go_to_crm after insert or update on doors
  for each row execute function queue_visits();
create or replace trigger leads_take_visits_to_crm after update on leads
  for each row when (
    (old.crm_provider, old.crm_contact_id, old.status = 'closed-won')
    is distinct from (new.crm_provider, new.crm_contact_id, new.status = 'closed-won')
  ) execute function queue_visits();
