-- What each table and column means; see functions.sql for how to change it. A test requires a comment on every column.

comment on table leads is
  'A household that an agent may call on. Filled from the CRM, read by every phone.';
comment on column leads.id is 'Identity on the wire.';
comment on column leads.street_address is 'House number and street.';
comment on column leads.postcode is 'Postcode, or an empty text if the CRM has none.';
comment on column leads.household_size is 'People in the household, if known.';
comment on column leads.voucher_value is 'Value of the broadband voucher in pounds; 0 means none.';
comment on column leads.status is 'How far the lead has come; follows its sales and never moves back by them.';
comment on column leads.priority is 'Priority from the CRM.';
comment on column leads.contact_name is 'Full name of the contact.';
comment on column leads.contact_phone is 'Phone of the contact.';
comment on column leads.contact_email is 'Email of the contact.';
comment on column leads.notes is 'Notes from the CRM.';
comment on column leads.area is 'Neighbourhood as the CRM names it; phones follow leads by area.';
comment on column leads.created_at is 'When the row was created.';
comment on column leads.updated_at is 'When the row last changed; set by trigger.';
comment on column leads.as_json is 'The columns that the data API offers, as a list of leads shows them; written by trigger.';
comment on column leads.crm_contact_id is 'Id of the contact in the CRM named by crm_provider; null if the lead is not from a CRM.';
comment on column leads.crm_provider is 'CRM that crm_contact_id belongs to: sandbox or gohighlevel.';

comment on table opportunities is
  'One sale, from its first location to its close. Constraints repeat the rules of the domain under the same names.';
comment on column opportunities.id is 'Identity on the wire.';
comment on column opportunities.session_id is 'Identity of the sale, made by the phone; calls name the sale by it.';
comment on column opportunities.status is 'open, qualified, closed-won or closed-lost.';
comment on column opportunities.customer_name is 'First and last name of the customer.';
comment on column opportunities.customer_email is 'Email of the customer.';
comment on column opportunities.customer_phone is 'Phone of the customer.';
comment on column opportunities.customer_location is 'Address of the sale: street, area, postcode.';
comment on column opportunities.lead_id is 'Lead that the sale was made to, if any.';
comment on column opportunities.service_package_id is 'Id of the package in the catalogue.';
comment on column opportunities.service_package_name is 'Name of the package when it was chosen.';
comment on column opportunities.service_speed is 'Speed of the package when it was chosen.';
comment on column opportunities.service_monthly_price is 'Monthly price in pounds.';
comment on column opportunities.service_installation_price is 'Installation price in pounds, before the discount.';
comment on column opportunities.total_value is 'Monthly price + installation price - discount, in pounds.';
comment on column opportunities.customer_discount is 'Discount in pounds, at most the voucher.';
comment on column opportunities.voucher_amount is 'Voucher in pounds that the address is eligible for.';
comment on column opportunities.customer_id_number is 'Personal number of the customer, as typed.';
comment on column opportunities.contract_signature is 'Signature as an image data URL; left out of lists and changes.';
comment on column opportunities.contract_timestamp is 'When the customer signed, by the clock of the phone.';
comment on column opportunities.contract_ip_address is 'Address recorded with the contract; a placeholder.';
comment on column opportunities.eligibility_status is 'Whether the address is eligible for a voucher.';
comment on column opportunities.eligibility_scheme is 'Name of the voucher scheme.';
comment on column opportunities.notes is 'Free notes.';
comment on column opportunities.ghl_opportunity_id is 'Id in the CRM, for display only; crm_links decides which opportunity a push changes.';
comment on column opportunities.last_ghl_sync is 'When the sale last reached the CRM.';
comment on column opportunities.created_at is 'When the row was created.';
comment on column opportunities.updated_at is 'When the row last changed; set by trigger.';
comment on column opportunities.qualified_at is 'When it became qualified first, by the server''s clock; null if it never was.';
comment on column opportunities.won_at is 'When it was won first; null if it never was.';
comment on column opportunities.lost_at is 'Since when it is lost; null if it is not.';
comment on column opportunities.owner_id is 'Person who made it; null if it was made with the public key alone.';
comment on column opportunities.hold is 'Why it is held: it reaches neither CRM, automation nor mail until the office releases it. Null if it is not.';
comment on column opportunities.phone_id is 'Phone that made it; null if no phone did, or an earlier version of the app.';
comment on column opportunities.received_at is 'When the server received the contract.';
comment on column opportunities.closed_by is 'Who closed the sale, agent or crm; null while it is open, or reopened by the CRM.';
comment on column opportunities.revision is 'Counts the writes, corrections in psql included. A write names the revision it was decided on, and changes nothing if another came first.';
comment on column opportunities.sealed is 'True if the CRM reopened a signed sale: the signed columns then stay as they are.';
comment on column opportunities.area is 'Area of the lead when it was set; phones follow sales by area.';

comment on table applied_calls is
  'The answer to each numbered call of a sale, so that a repeated call gets the same answer.';
comment on column applied_calls.session_id is 'Sale.';
comment on column applied_calls.sequence is 'Number of the call within the sale, from its Idempotency-Key.';
comment on column applied_calls.status is 'HTTP status of the answer.';
comment on column applied_calls.answer is 'Sale as it was answered; without the signature, which the sale holds.';
comment on column applied_calls.applied_at is 'When the call was applied.';

comment on table ghl_sync_log is
  'What passed between us and the CRM, one row per operation. No personal data.';
comment on column ghl_sync_log.id is 'Order of the entries.';
comment on column ghl_sync_log.operation is 'Name of the operation, such as sync_leads or update_opportunity.';
comment on column ghl_sync_log.direction is 'pull or push.';
comment on column ghl_sync_log.session_id is 'Sale, if the operation was about one.';
comment on column ghl_sync_log.lead_id is 'Lead, if the operation was about one.';
comment on column ghl_sync_log.status is 'success or error.';
comment on column ghl_sync_log.message is 'Outcome for people.';
comment on column ghl_sync_log.duration_ms is 'Duration in milliseconds.';
comment on column ghl_sync_log.created_at is 'When the operation ended.';

comment on table changes is
  'Every change of leads and opportunities, written by trigger, for the change stream. Readers go by (transaction_id, id) and stop below the oldest running transaction, because a transaction with a lower id may commit later.';
comment on column changes.transaction_id is 'Transaction that made the change.';
comment on column changes.id is 'Order within the transaction.';
comment on column changes.table_name is 'leads or opportunities.';
comment on column changes.type is 'INSERT, UPDATE or DELETE.';
comment on column changes.record is 'Row after the change, or before its deletion, as clients read it.';
comment on column changes.changed_at is 'Start of the transaction.';
comment on column changes.areas is 'Areas of the row after and before the change; an empty text stands for no area.';

comment on table change_epoch is
  'One row that names this history of changes. A restore draws a new epoch, so that cursors into another history are refused.';
comment on column change_epoch.epoch is 'Random name, part of every cursor.';

comment on table lead_places is
  'Where the premises of a lead are. A table of its own, so that the leads and the changes of the phones stay as they are. Deleted with the lead.';
comment on column lead_places.lead_id is 'Lead.';
comment on column lead_places.uprn is 'Unique Property Reference Number, 1 to 12 digits; null if it is not known.';
comment on column lead_places.lat is 'Latitude in degrees (WGS 84).';
comment on column lead_places.lon is 'Longitude in degrees (WGS 84).';
comment on column lead_places.point_source is 'Where the coordinates are from: uprn, postcode (its centre), or given in a file.';
comment on column lead_places.premises_match is 'How the UPRN became known: given in a file, or confirmed by a person.';

comment on table lead_imports is
  'The imports of lead files that were applied: how far each has come, and what of it is left. Nothing personal.';
comment on column lead_imports.hash is 'Hash of the dry run.';
comment on column lead_imports.rows is 'Rows of the file, without its header.';
comment on column lead_imports.done is 'Rows that are applied or needed nothing.';
comment on column lead_imports.rest is 'Hash of what was planned for the other rows. If they are planned otherwise now, the import does not go on.';
comment on column lead_imports.counts is 'Rows to create, update, leave, skip, and in conflict.';
comment on column lead_imports.started_at is 'When it was first applied.';
comment on column lead_imports.finished_at is 'When its last row was applied.';

comment on table tallies is
  'How many leads and sales each area has, and what its sales are worth: the sum of the rows. A write adds rows and waits for no other; a job merges them.';
comment on column tallies.table_name is 'leads or opportunities.';
comment on column tallies.area is 'Area; an empty text stands for no area.';
comment on column tallies.status is 'Status of the sales; empty for leads.';
comment on column tallies.count is 'Rows to add; may be negative.';
comment on column tallies.value is 'Pounds to add; may be negative, 0 for leads.';

comment on table deliveries is
  'What must reach the CRM and the automation service: one row per sale for the CRM, one per reported step for automation, one per visited lead for visits. The table is also the queue: a worker claims due rows by a lease. The states are drawn in server/deliveries/states.queries.ts.';
comment on column deliveries.id is 'Identity of the delivery.';
comment on column deliveries.target is 'Receiver: crm, automation, seal, copy, acknowledgement or visits.';
comment on column deliveries.session_id is 'Sale; of visits, the id of their lead.';
comment on column deliveries.sequence is 'Order of the reports of a sale; the version that a copy brings; otherwise 0.';
comment on column deliveries.wanted is 'Newest revision of the sale to deliver; of visits, how often they were queued; of a report, one more with each correction.';
comment on column deliveries.delivered is 'Newest revision known to have arrived.';
comment on column deliveries.state is 'waiting, delivered or parked.';
comment on column deliveries.attempts is 'Attempts since it was queued.';
comment on column deliveries.due_at is 'Earliest time of the next attempt.';
comment on column deliveries.leased_until is 'When the lease expires and any worker may claim the row.';
comment on column deliveries.lease is 'Worker that is attempting it now.';
comment on column deliveries.reason is 'Why the last attempt failed, why the row is parked, or why nothing had to be sent.';
comment on column deliveries.payload is 'Report to send; erased after delivery. Null for the CRM, which gets the current sale.';
comment on column deliveries.created_at is 'When it was queued; its place in the queue.';
comment on column deliveries.updated_at is 'When its outcome or due time last changed; set by trigger.';
comment on column deliveries.step is 'Step that the report is about; kept when the payload is erased.';
comment on column deliveries.request_id is 'Newest request that the delivery covers, as in the logs.';

comment on table delivery_attempts is
  'The latest attempts of each delivery, for the back office. No personal data.';
comment on column delivery_attempts.id is 'Order of the attempts.';
comment on column delivery_attempts.delivery_id is 'Delivery.';
comment on column delivery_attempts.at is 'When the attempt ended.';
comment on column delivery_attempts.ok is 'Whether it was accepted.';
comment on column delivery_attempts.status is 'HTTP status, if there was a response.';
comment on column delivery_attempts.message is 'Reason of a failure, or why nothing had to be sent.';
comment on column delivery_attempts.duration_ms is 'Duration in milliseconds.';
comment on column delivery_attempts.request_id is 'Request that the attempt belongs to, as in the logs.';

comment on table receivers is
  'Receivers that asked for a pause or want no more deliveries.';
comment on column receivers.target is 'crm or automation.';
comment on column receivers.receiver is 'Hash of the receiver''s address, because the address may hold a secret.';
comment on column receivers.rests_until is 'End of the pause that it asked for.';
comment on column receivers.closed_at is 'When it refused all further deliveries.';
comment on column receivers.reason is 'Its reason, for people.';

comment on table crm_links is
  'Where the CRM holds each sale. Separate from the sale, so that a client''s write of ghl_opportunity_id cannot redirect a push. Written without opportunity_id before the CRM is asked to create one, so that an unanswered creation is found again.';
comment on column crm_links.session_id is 'Sale.';
comment on column crm_links.contact_id is 'Contact in the CRM.';
comment on column crm_links.opportunity_id is 'Opportunity in the CRM; null until its creation is confirmed.';
comment on column crm_links.provider is 'CRM that both ids belong to: sandbox or gohighlevel.';
comment on column crm_links.overwritten is 'How often a sale that had lost the opportunity wrote to it late, after which this sale has to write again.';
comment on column crm_links.unsettled_until is 'Until when the search of the CRM may not show what an unanswered call has created; null if every call was answered.';

comment on table crm_events is
  'Notices from the CRM that one of its records changed. A notice only names the record, whose present state is read from the CRM. Claimed by a lease like deliveries.';
comment on column crm_events.id is 'Order of arrival.';
comment on column crm_events.webhook_id is 'Id of the notice, so that a repeated one does not count.';
comment on column crm_events.type is 'Type of the notice, as the CRM names it.';
comment on column crm_events.record_kind is 'opportunity or contact; may be null if the notice is ignored.';
comment on column crm_events.record_id is 'Id of the record in the CRM.';
comment on column crm_events.sent_at is 'When the CRM sent it.';
comment on column crm_events.received_at is 'When it arrived.';
comment on column crm_events.state is 'waiting, done, ignored or parked.';
comment on column crm_events.attempts is 'Attempts so far.';
comment on column crm_events.due_at is 'Earliest time of the next attempt.';
comment on column crm_events.leased_until is 'When the lease expires.';
comment on column crm_events.lease is 'Worker that is handling it now.';
comment on column crm_events.reason is 'Why it failed, or was ignored or parked.';

comment on table crm_polls is
  'How far the changes of a CRM''s opportunities have been read.';
comment on column crm_polls.provider is 'CRM.';
comment on column crm_polls.read_up_to is 'Changes up to this moment have been read, by the CRM''s clock.';
comment on column crm_polls.due_at is 'Earliest time of the next poll.';
comment on column crm_polls.leased_until is 'When the lease expires.';
comment on column crm_polls.lease is 'Worker that is polling now.';
comment on column crm_polls.reason is 'Why the last poll failed; null if it did not.';

comment on table call_budgets is
  'How many calls to the CRM all processes together may make. One row per location, so that a lock on it puts the decisions in order. Unlogged: written twice per call, and after a crash the next responses report the limits again.';
comment on column call_budgets.location_id is 'Location in the CRM.';
comment on column call_budgets.running is 'Calls in progress: each lease with its expiry.';
comment on column call_budgets.answered is 'Calls answered within the last second: each lease with the moment it stops counting.';
comment on column call_budgets.paused_until is 'No calls before this moment.';
comment on column call_budgets.pause_code is 'Limit that caused the pause.';
comment on column call_budgets.pause_reason is 'Reason of the pause, for people.';
comment on column call_budgets.daily_limit is 'Calls per day, as the CRM last reported.';
comment on column call_budgets.daily_remaining is 'Calls left today, as the CRM last reported.';

comment on table lead_pulls is
  'Pulls of leads from the CRM. When the lease of a running pull has expired, any process continues from its cursor.';
comment on column lead_pulls.id is 'Order of the pulls.';
comment on column lead_pulls.source is 'CRM and account that the leads come from.';
comment on column lead_pulls.state is 'running, done, failed or cancelled.';
comment on column lead_pulls.since is 'Only leads changed since then are pulled; null pulls all.';
comment on column lead_pulls.cursor is 'Where the next page starts; written in the transaction of the leads before it.';
comment on column lead_pulls.seen is 'Leads received so far.';
comment on column lead_pulls.total is 'Leads to expect, if the CRM reports it.';
comment on column lead_pulls.message is 'Reason of a failure.';
comment on column lead_pulls.started_at is 'When the pull started.';
comment on column lead_pulls.finished_at is 'When it ended.';
comment on column lead_pulls.lease is 'Process that is pulling.';
comment on column lead_pulls.leased_until is 'When the lease expires.';

comment on table schema_migrations is
  'Which migrations have run, and which revision of the repeatable files.';
comment on column schema_migrations.name is 'File name of the migration, or repeatable- and the revision.';
comment on column schema_migrations.sha256 is 'Hash of the text that ran; a different text under the same name is refused.';
comment on column schema_migrations.applied_at is 'When it ran.';

comment on table seal_keys is
  'The public part of every key that ever sealed a document. The private part is in a file, outside the database.';
comment on column seal_keys.kid is 'RFC 7638 thumbprint of the key.';
comment on column seal_keys.certificate is 'Certificate of the key, as DER.';
comment on column seal_keys.not_after is 'When the certificate ends.';
comment on column seal_keys.created_at is 'When the key was first used.';
comment on column seal_keys.retired_at is 'When another key took its place; null for the current one.';

comment on table sealed_documents is
  'The sealed agreement of a sale, one row per version. Rows never change and stay when a sale is erased; only the bytes go then.';
comment on column sealed_documents.session_id is 'Sale.';
comment on column sealed_documents.version is 'Number of the version, from 1.';
comment on column sealed_documents.source_sha256 is 'Hash of what the document was made from. The same source never makes a second version.';
comment on column sealed_documents.bytes is 'The sealed PDF; null once the sale was erased.';
comment on column sealed_documents.pdf_sha256 is 'SHA-256 of the sealed PDF.';
comment on column sealed_documents.agreement_sha256 is 'SHA-256 of the agreement; null if it was not recorded what was shown.';
comment on column sealed_documents.evidence_sha256 is 'SHA-256 of the evidence; null if there was none.';
comment on column sealed_documents.findings is 'What does not fit or is missing, as a list of names. No personal data.';
comment on column sealed_documents.statement is 'Signed statement (JWS) of the hashes and the time.';
comment on column sealed_documents.kid is 'Key that sealed it.';
comment on column sealed_documents.sealed_at is 'When it was sealed.';
comment on column sealed_documents.erased_at is 'When the bytes were erased.';

comment on table seal_days is
  'One signed root per UTC day over the documents sealed until its end that no earlier root covers.';
comment on column seal_days.day is 'Day, in UTC.';
comment on column seal_days.size is 'How many documents it covers.';
comment on column seal_days.root is 'Root of the tree of RFC 6962 over their hashes.';
comment on column seal_days.statement is 'Signed statement (JWS) of the root, which names the statement before it.';

comment on table seal_leaves is
  'The hashes that each day root covers, in their order.';
comment on column seal_leaves.day is 'Day of the root.';
comment on column seal_leaves.position is 'Place in the tree, from 0.';
comment on column seal_leaves.pdf_sha256 is 'SHA-256 of a sealed PDF.';

comment on table agreements is
  'What customers were shown and signed, by its hash. Rows never change, and go when their sale is erased.';
comment on column agreements.sha256 is 'SHA-256 of the body.';
comment on column agreements.template is 'Template that the words come from.';
comment on column agreements.body is 'The exact bytes: canonical JSON (RFC 8785).';
comment on column agreements.created_at is 'When it was stored.';

comment on table sale_evidence is
  'What the phone recorded of a signing, one row per sale. Goes when the sale is erased.';
comment on column sale_evidence.session_id is 'Sale.';
comment on column sale_evidence.chain is 'Chain of the sale''s events, 16 random bytes in hex.';
comment on column sale_evidence.salt is 'Key of the commitments in the chain; without it they say nothing.';
comment on column sale_evidence.agreement_sha256 is 'Agreement that arrived with it.';
comment on column sale_evidence.body is 'The exact bytes: canonical JSON (RFC 8785).';
comment on column sale_evidence.evidence_sha256 is 'SHA-256 of the body.';
comment on column sale_evidence.token_sha256 is 'SHA-256 of the token that opens the customer''s copy.';
comment on column sale_evidence.token_expires_at is 'When that token expires.';
comment on column sale_evidence.findings is 'What did not fit the stored sale, as [{code, details}].';
comment on column sale_evidence.received_at is 'When it was received first.';
comment on column sale_evidence.copy_by is 'How the customer wants the copy: email or paper.';

comment on table evidence_events is
  'Chains of hashes over the events of sales. Rows never change and stay when a sale is erased. No personal data.';
comment on column evidence_events.id is 'Identity.';
comment on column evidence_events.chain is 'Chain.';
comment on column evidence_events.seq is 'Place in the chain, from 1.';
comment on column evidence_events.type is 'What happened.';
comment on column evidence_events.at is 'When it happened.';
comment on column evidence_events.commitment is 'HMAC-SHA-256 of the payload, keyed with the sale''s salt.';
comment on column evidence_events.prev is 'Hash of the event before; zeros for the first.';
comment on column evidence_events.hash is 'Hash of this event.';

comment on table event_payloads is
  'What is known of an event. Goes when the sale is erased.';
comment on column event_payloads.chain is 'Chain.';
comment on column event_payloads.seq is 'Place in the chain.';
comment on column event_payloads.payload is 'Details, as the commitment covers them.';

comment on table cancellations is
  'A customer''s notice that a sale is cancelled. One per sale; the first counts.';
comment on column cancellations.id is 'Identity.';
comment on column cancellations.session_id is 'Sale.';
comment on column cancellations.received_at is 'When it was received.';
comment on column cancellations.way is 'How it came: page.';
comment on column cancellations.words is 'What the customer added; may be empty.';
comment on column cancellations.in_time is 'Whether it came by the last day to cancel.';
comment on column cancellations.dealt_with_at is 'When the office had dealt with it; null if it has not.';
comment on column cancellations.dealt_with_by is 'Who dealt with it: office. The audit names the person.';
comment on column cancellations.acknowledged_at is 'When the customer was sent an acknowledgement; null if not yet.';

comment on table disputes is
  'What a customer finds not right in a signed sale, for the office.';
comment on column disputes.id is 'Identity.';
comment on column disputes.session_id is 'Sale.';
comment on column disputes.received_at is 'When it was received.';
comment on column disputes.words is 'What the customer wrote.';
comment on column disputes.dealt_with_at is 'When the office had dealt with it; null if it has not.';
comment on column disputes.dealt_with_by is 'Who dealt with it: office. The audit names the person.';

comment on table sale_outcomes is
  'What came of a signed sale, as the office recorded it. Rows are only added or marked as taken back.';
comment on column sale_outcomes.id is 'Identity, made by the client, so that an outcome can be sent again.';
comment on column sale_outcomes.session_id is 'Sale.';
comment on column sale_outcomes.kind is
  'install-booked, installed, failed-install, cancelled-in-cooling-off, cancelled, complaint-opened, complaint-closed, clawback or note.';
comment on column sale_outcomes.happened_on is 'The day in London on which it happened, or for which an installation is booked.';
comment on column sale_outcomes.amount is 'The clawback in pounds; null for anything else.';
comment on column sale_outcomes.words is 'What the office wrote; may be empty.';
comment on column sale_outcomes.recorded_at is 'When it was recorded.';
comment on column sale_outcomes.taken_back_at is 'When the office took it back; null while it counts.';

comment on table documents_given is
  'Whether the customer of each signed sale was given the documents. Kept by the events of the chain.';
comment on column documents_given.session_id is 'Sale.';
comment on column documents_given.since is 'Since when the customer is owed them: when the server received the contract.';
comment on column documents_given.given_at is 'When they were given; null if nothing shows that they were.';
comment on column documents_given.dealt_with_at is 'When the office had dealt with it in another way; null if it has not.';
comment on column documents_given.dealt_with_by is 'Who dealt with it: office. The audit names the person.';

comment on table do_not_knock is
  'Where agents must not call: the do-not-knock register. It says nothing about a person and outlives an erasure.';
comment on column do_not_knock.id is 'Identity, made by the phone or the office, so that an entry can be sent again.';
comment on column do_not_knock.scope is 'household, sticker or zone.';
comment on column do_not_knock.uprn is 'Unique Property Reference Number, if it is known; never of a zone.';
comment on column do_not_knock.address_key is 'Normalised first line and postcode (domain/street/address.ts); never of a zone.';
comment on column do_not_knock.street_key is 'The street of a zone: sector of the postcode and normalised name.';
comment on column do_not_knock.postcodes is 'The postcodes of a zone, in lower case without blanks, separated by blanks.';
comment on column do_not_knock.reason is 'asked, sign, no-cold-calling-zone or authority.';
comment on column do_not_knock.source is 'How we learned of it: door, phone, crm or council-list.';
comment on column do_not_knock.at is 'When the household asked, by the clock of its source.';
comment on column do_not_knock.phone is 'Phone that made it, by the identity that it gave itself; null for the office and the CRM.';
comment on column do_not_knock.received_at is 'When it was received.';
comment on column do_not_knock.lifted_at is 'When it ended; null while it applies.';
comment on column do_not_knock.lifted_by is 'Who lifted it: agent (taken back at once) or office.';
comment on column do_not_knock.lifted_why is 'asked-again, moved-away, mistake or zone-ended.';

comment on table do_not_knock_leads is
  'The leads that the register has closed and that return to their status once no entry covers them.';
comment on column do_not_knock_leads.lead_id is 'Lead.';
comment on column do_not_knock_leads.status_before is 'Its status before it was closed.';

comment on table do_not_knock_tags is
  'The leads whose contact had the tag do-not-knock when the CRM was last read. Only a new tag makes an entry.';
comment on column do_not_knock_tags.lead_id is 'Lead.';

comment on table do_not_knock_sales is
  'Sales that were signed at a door on the register, for the office to look at.';
comment on column do_not_knock_sales.session_id is 'Sale.';
comment on column do_not_knock_sales.entry_id is 'The entry that covered the door when the signature arrived.';
comment on column do_not_knock_sales.found_at is 'When the signature arrived.';
comment on column do_not_knock_sales.dealt_with_at is 'When the office had dealt with it; null if it has not.';
comment on column do_not_knock_sales.dealt_with_by is 'Who dealt with it: office. The audit names the person.';
comment on table visits is 'What came of each visit at a door. Append-only: a visit is taken back by another one.';
comment on column visits.id is 'Identity, made by the phone, so that a visit can be sent again.';
comment on column visits.lead_id is 'Lead; a visit outlives it.';
comment on column visits.area is 'Area of the lead when the visit arrived, empty if it had none.';
comment on column visits.outcome is 'no-answer, call-back, not-interested, refused, do-not-knock, no-access or empty.';
comment on column visits.occurred_at is 'When it was, by the clock of the phone.';
comment on column visits.received_at is 'When it arrived. A visit never counts as later than that.';
comment on column visits.phone is 'Phone that made it, by the identity that it gave itself; null if it gave none.';
comment on column visits.note is 'What the agent noted; blanked by an erasure.';
comment on column visits.call_back_on is 'Day in London on which the household expects the agent; blanked by an erasure.';
comment on column visits.call_back_at is 'Time of that day in London, null for any time; blanked by an erasure.';
comment on column visits.undoes is 'Visit that this one takes back; it may arrive later.';
comment on column visits.erased_at is 'When an erasure blanked it; null otherwise.';

comment on table doors is 'The state of each visited door: its visits, folded. Written with each visit.';
comment on column doors.lead_id is 'Lead.';
comment on column doors.area is 'Area of the lead at the latest visit, empty if it had none.';
comment on column doors.state is 'unvisited (all visits were taken back), an outcome, or sold.';
comment on column doors.next_on is 'Day of an open call-back, or the first day on which to try again; null for any day, or never.';
comment on column doors.next_at is 'Time of an open call-back in London; null for any time.';
comment on column doors.last_outcome is 'Outcome of the latest visit that counts.';
comment on column doors.last_at is 'When that visit was.';
comment on column doors.tries is 'Visits in a row, up to the latest, without an answer.';
comment on column doors.lead_from is 'Status of the lead before the visits moved it; null if they have not.';
comment on column doors.lead_to is 'Status to which they moved it. If it has another one since, they no longer take it back.';
comment on column doors.updated_at is 'When it last changed.';

comment on table phones is 'Phones that have called, and what each last said of itself.';
comment on column phones.id is 'Identity that the phone gave itself.';
comment on column phones.number is 'Number from which its name is made: 1 is Phone A.';
comment on column phones.label is 'Name that the office gave it; null if it gave none.';
comment on column phones.seen_at is 'When it last reported; null if it has not yet.';
comment on column phones.is_installed is 'Whether the app was opened from the home screen.';
comment on column phones.is_kept is 'Whether the browser has promised not to delete the data of the app.';
comment on column phones.area is 'Area that it follows, empty for leads without an area; null if it follows all.';
comment on column phones.unsent_sales is 'How many sales on it wait to be sent.';
comment on column phones.unsent_signed is 'How many of those are signed.';
comment on column phones.unsent_since is 'Since when the oldest of them waits, by the clock of the phone; null if none waits.';
comment on column phones.refused_sales is 'How many sales on it the server has refused, and wait for the agent.';
comment on column phones.person_id is 'Person who sells on it; null if it is not enrolled.';
comment on column phones.state is 'active, suspended, wiping (it must delete everything) or wiped. Only what an enrolled phone obeys.';
comment on column phones.credential_sha256 is 'SHA-256 of the credential in its cookie; null if it is not enrolled.';
comment on column phones.proof_sha256 is 'SHA-256 of what only the phone itself knows, by which it is known again; null if it is not enrolled, or another client is.';
comment on column phones.enrolled_at is 'When it was last enrolled.';
comment on column phones.state_since is 'Since when it is in its state; null if that never changed.';

comment on table phone_people is 'Everyone for whom a phone was ever enrolled.';
comment on column phone_people.phone_id is 'The phone.';
comment on column phone_people.person_id is 'The person.';
comment on column phone_people.since is 'When it was first enrolled for them.';

comment on table people is 'People of the company. Never deleted, because what they did names them.';
comment on column people.id is 'Identifies the person.';
comment on column people.name is 'Name, by which they also sign in; no two who are not retired share one.';
comment on column people.role is 'What they may do.';
comment on column people.status is 'active, suspended or retired.';
comment on column people.password_hash is 'Argon2id of the password with its salt and cost; null if they have none.';
comment on column people.issuer is 'Who vouches for their account of the company; null if they have none.';
comment on column people.subject is 'Their account at that issuer.';
comment on column people.created_at is 'When they were first invited.';

comment on table invitations is 'One-time codes that open a sign-in or enrol a phone.';
comment on column invitations.code_sha256 is 'SHA-256 of the code.';
comment on column invitations.person_id is 'Person whom it lets in.';
comment on column invitations.opens is 'sign-in or phone.';
comment on column invitations.created_at is 'When it was made.';
comment on column invitations.expires_at is 'Until when it can be used.';
comment on column invitations.used_at is 'When it was used; null if it was not.';
comment on column invitations.used_by is 'Phone that it enrolled, which may repeat the call.';

comment on table wrong_passwords is 'Names with a wrong password of late, whether someone has them or not.';
comment on column wrong_passwords.name_sha256 is 'SHA-256 of the name in lower case.';
comment on column wrong_passwords.failures is 'Wrong passwords since the last right one.';
comment on column wrong_passwords.next_try_at is 'Until when no password is tried.';
comment on column wrong_passwords.failed_at is 'When the last one was tried; the row is deleted a day later.';

comment on table sign_ins is 'Browsers in which people are signed in.';
comment on column sign_ins.id is 'Identifies the sign-in.';
comment on column sign_ins.token_sha256 is 'SHA-256 of the token in its cookie.';
comment on column sign_ins.person_id is 'Person who signed in.';
comment on column sign_ins.created_at is 'When they signed in.';
comment on column sign_ins.seen_at is 'When it was last used, to the minute; it ends 12 hours later.';

comment on table tokens is 'Credentials of other programs.';
comment on column tokens.id is 'Identifies the token.';
comment on column tokens.name is 'What it is for.';
comment on column tokens.token_sha256 is 'SHA-256 of the token.';
comment on column tokens.hint is 'Its last letters.';
comment on column tokens.permissions is 'What it allows.';
comment on column tokens.created_by is 'Person who made it.';
comment on column tokens.created_at is 'When it was made.';
comment on column tokens.used_at is 'When it was last used, to the minute; null if it never was.';
comment on column tokens.revoked_at is 'When it was revoked; null if it is good.';

comment on table claims is
  'Which phone works which street, for four hours after its last visit there. A claim only warns; it is deleted a day later.';
comment on column claims.id is 'Identity, made by the phone, so that a claim can be sent again.';
comment on column claims.street is 'Key of the street: sector of the postcode and name.';
comment on column claims.street_name is 'Street as the phone shows it.';
comment on column claims.area is 'Area of the street, empty if it has none.';
comment on column claims.phone is 'Phone that claims.';
comment on column claims.claimed_at is 'When it was claimed, by the clock of the phone.';
comment on column claims.until is 'When it ends unless a visit renews it.';
comment on column claims.released_at is 'When the agent was done there, by the clock of the phone; null if it was not released.';
comment on column claims.lost_to is 'Claim of another phone that held the street when this one arrived; null if there was none.';

comment on table sandbox_crm.contacts is
  'A contact of the sandbox CRM. Only crm/sandbox uses this schema.';
comment on column sandbox_crm.contacts.id is 'Identity in the sandbox CRM.';
comment on column sandbox_crm.contacts.first_name is 'First name.';
comment on column sandbox_crm.contacts.last_name is 'Last name.';
comment on column sandbox_crm.contacts.email is 'Email.';
comment on column sandbox_crm.contacts.phone is 'Phone.';
comment on column sandbox_crm.contacts.address is 'House number and street.';
comment on column sandbox_crm.contacts.postcode is 'Postcode.';
comment on column sandbox_crm.contacts.area is 'Neighbourhood.';
comment on column sandbox_crm.contacts.household_size is 'People in the household.';
comment on column sandbox_crm.contacts.voucher_value is 'Voucher in pounds.';
comment on column sandbox_crm.contacts.priority is 'high, medium or low.';
comment on column sandbox_crm.contacts.notes is 'Notes.';
comment on column sandbox_crm.contacts.date_added is 'When it was added.';
comment on column sandbox_crm.contacts.date_updated is 'When it last changed.';
comment on column sandbox_crm.contacts.is_lead is 'False for the contact of a sale without a lead, which is not offered as a lead.';

comment on table sandbox_crm.opportunities is
  'An opportunity of the sandbox CRM. As in a real CRM, a contact has at most one that is open or won.';
comment on column sandbox_crm.opportunities.id is 'Identity in the sandbox CRM.';
comment on column sandbox_crm.opportunities.contact_id is 'Contact.';
comment on column sandbox_crm.opportunities.name is 'Name shown in the CRM.';
comment on column sandbox_crm.opportunities.status is 'open, won, lost or abandoned.';
comment on column sandbox_crm.opportunities.stage is 'Stage of the pipeline.';
comment on column sandbox_crm.opportunities.monetary_value is 'Value in pounds.';
comment on column sandbox_crm.opportunities.session_id is 'Sale that it was created for.';
comment on column sandbox_crm.opportunities.service_package_name is 'Package.';
comment on column sandbox_crm.opportunities.voucher_amount is 'Voucher in pounds.';
comment on column sandbox_crm.opportunities.contract_signed is 'Whether the customer has signed.';
comment on column sandbox_crm.opportunities.date_added is 'When it was added.';
comment on column sandbox_crm.opportunities.date_updated is 'When it last changed.';

comment on table dataset_versions is
  'A version of a data set, such as one release of BDUK. Of each kind one is active, and the one before it is kept.';
comment on column dataset_versions.id is 'Identity; the partition of its rows is named after it.';
comment on column dataset_versions.kind is 'bduk-premises, supplier-eligible or uprn-points.';
comment on column dataset_versions.observed_month is 'Month that the data describes, 2026-05; it is older than its publication.';
comment on column dataset_versions.source is 'Publisher and title.';
comment on column dataset_versions.source_url is 'Page of the publisher; empty if there is none.';
comment on column dataset_versions.licence is 'Licence.';
comment on column dataset_versions.attribution is 'Words that the licence wants shown; empty if it wants none.';
comment on column dataset_versions.sha256 is 'SHA-256 of the file, or of the sorted hashes of its files.';
comment on column dataset_versions.only_areas is 'Parts of the country that were taken; empty is all of it.';
comment on column dataset_versions.files is 'Files it came from: name, bytes, sha256, rows, refused.';
comment on column dataset_versions.rows is 'Rows that were taken.';
comment on column dataset_versions.refused is 'Rows that were refused.';
comment on column dataset_versions.state is 'loading, active, kept (the one before) or dropped (its rows are gone).';
comment on column dataset_versions.leased_until is 'Until when its import counts as alive; null once it has ended.';
comment on column dataset_versions.imported_at is 'When it became active first; null while it is loading.';
comment on column dataset_versions.read_percent is 'How much of its files the import has read.';
comment on column dataset_versions.placed_up_to is 'Lead up to which leads were placed at its points; null before the first one.';
comment on column dataset_versions.placed_at is 'When all leads were placed at its points; null if they were not, or if it has no points.';

comment on table premises is
  'Premises as BDUK published them, a partition for each version.';
comment on column premises.version is 'Version.';
comment on column premises.facts is 'What BDUK says, as the byte of domain/premises/facts.ts.';
comment on column premises.lot is 'Number of the procurement lot.';
comment on column premises.uprn is 'UPRN.';
comment on column premises.contract_until is 'By when the government contract covers it.';
comment on column premises.contract_supplier is 'Supplier of the government contract, of premises_names.';
comment on column premises.voucher_supplier is 'Supplier of the voucher project, of premises_names.';
comment on column premises.voucher_project is 'Name of the voucher project, of premises_names.';
comment on column premises.postcode is 'Postcode, outward code, one space, inward code; empty if there is none.';
comment on column premises.lad is 'Local authority district, by its ONS code.';

comment on table premises_names is
  'Names of suppliers and projects in a version of the premises, each once.';
comment on column premises_names.version is 'Version.';
comment on column premises_names.id is 'Number within the version.';
comment on column premises_names.name is 'Name.';

comment on table supplier_premises is
  'Premises on the list of eligible premises that the supplier has from BDUK, a partition for each version.';
comment on column supplier_premises.version is 'Version.';
comment on column supplier_premises.uprn is 'UPRN.';

comment on table uprn_points is
  'Where each UPRN is, from OS Open UPRN, a partition for each version.';
comment on column uprn_points.version is 'Version.';
comment on column uprn_points.uprn is 'UPRN.';
comment on column uprn_points.lat is 'Latitude, WGS 84.';
comment on column uprn_points.lon is 'Longitude, WGS 84.';

comment on table voucher_areas is
  'Whether vouchers are open in an area, as the office last read it. No open data set says so.';
comment on column voucher_areas.area is 'Local authority district by its ONS code (E06000066), or a lot (lot 6).';
comment on column voucher_areas.name is 'Name for people.';
comment on column voucher_areas.state is 'open, closed or unknown.';
comment on column voucher_areas.open_from is 'First day on which vouchers are open; null if that is not known.';
comment on column voucher_areas.open_to is 'Last day on which vouchers are open; null if that is not known.';
comment on column voucher_areas.max_voucher is 'Most that a voucher is worth here, in pounds; null if that is not known.';
comment on column voucher_areas.source_url is 'Where it was read; empty if that was not noted.';
comment on column voucher_areas.checked_on is 'Day on which the office last checked it.';
comment on column voucher_areas.note is 'What the office noted; empty if there is nothing.';
comment on column voucher_areas.updated_at is 'When the row last changed.';

comment on table visits_in_crm is
  'What visits left at the contacts of their leads in the CRM (docs/product 9.10). Written before the CRM is asked to create an entry, and completed after.';
comment on column visits_in_crm.lead_id is 'Lead.';
comment on column visits_in_crm.provider is 'CRM that the contact belongs to: sandbox or gohighlevel.';
comment on column visits_in_crm.contact_id is 'Contact in the CRM.';
comment on column visits_in_crm.kind is 'tag, note or task.';
comment on column visits_in_crm.key is 'The tag, or the visit that the note or task is about.';
comment on column visits_in_crm.crm_id is 'Id in the CRM, of a tag the tag itself; null until its creation is confirmed, and of a tag while it is removed.';
comment on column visits_in_crm.is_ours is 'Whether we made it; false of a tag that the contact had before, which stays there.';
comment on column visits_in_crm.is_done is 'Whether a task is marked as done; null until a mark is confirmed.';

comment on table sandbox_crm.contact_entries is 'Tags, notes and tasks that visits left at a contact.';
comment on column sandbox_crm.contact_entries.id is 'Identity of the entry.';
comment on column sandbox_crm.contact_entries.contact_id is 'Contact.';
comment on column sandbox_crm.contact_entries.kind is 'tag, note or task.';
comment on column sandbox_crm.contact_entries.key is 'The tag, or the visit that the note or task is about.';
comment on column sandbox_crm.contact_entries.title is 'Title of a task.';
comment on column sandbox_crm.contact_entries.body is 'Text of a note or task.';
comment on column sandbox_crm.contact_entries.due_at is 'When a task is due.';
comment on column sandbox_crm.contact_entries.is_done is 'Whether a task is done.';

comment on table audit is 'What the office and operators did: a row for each act, in its transaction. Nothing in it is personal.';
comment on column audit.id is 'Order of the acts.';
comment on column audit.at is 'When it was done.';
comment on column audit.actor is 'person, token, office for a call with the public key alone, or operator for a command of npx doorstep.';
comment on column audit.actor_id is 'The person or token; null for the others.';
comment on column audit.verb is 'What was done, one of the verbs of protocol/audit.ts.';
comment on column audit.object_id is 'What it concerned besides a sale: a delivery, an entry, a version, an area, a phone, a person or a token.';
comment on column audit.session_id is 'Sale that it concerned; null if it concerned none or several.';
comment on column audit.details is 'Counts, states and names of fields.';
comment on column audit.request_id is 'Request by which it is found in the log of the server; null for a command.';
