import type { Kysely } from 'kysely'
import type { AuditRow } from './rows/audit.ts'
import type {
  CallBudgetRow,
  CrmEventRow,
  CrmLinkRow,
  CrmPollRow,
  LeadPullRow,
  SyncLogRow,
  VisitInCrmRow,
} from './rows/crm.ts'
import type { DeliveryAttemptRow, DeliveryRow, ReceiverRow } from './rows/deliveries.ts'
import type {
  AgreementRow,
  CancellationRow,
  DisputeRow,
  DocumentsGivenRow,
  EventPayloadRow,
  EvidenceEventRow,
  SaleEvidenceRow,
  SealDayRow,
  SealedDocumentRow,
  SealKeyRow,
  SealLeafRow,
} from './rows/documents.ts'
import type {
  InvitationRow,
  PersonRow,
  PhonePersonRow,
  SignInRow,
  TokenRow,
  WrongPasswordsRow,
} from './rows/people.ts'
import type { DatasetVersionRow, PremisesRow, VoucherAreaRow } from './rows/premises.ts'
import type {
  AppliedCallRow,
  ChangeRow,
  LeadImportRow,
  LeadPlaceRow,
  LeadRow,
  OpportunityRow,
  SaleOutcomeRow,
  TallyRow,
} from './rows/sales.ts'
import type {
  ClaimRow,
  DoNotKnockLeadRow,
  DoNotKnockRow,
  DoNotKnockSaleRow,
  DoNotKnockTagRow,
  DoorRow,
  PhoneRow,
  VisitRow,
} from './rows/street.ts'

/** Every table that the server's own code reads and writes. */
export type Schema = {
  leads: LeadRow
  lead_places: LeadPlaceRow
  lead_imports: LeadImportRow
  opportunities: OpportunityRow
  sale_outcomes: SaleOutcomeRow
  applied_calls: AppliedCallRow
  ghl_sync_log: SyncLogRow
  changes: ChangeRow
  change_epoch: { epoch: string }
  deliveries: DeliveryRow
  delivery_attempts: DeliveryAttemptRow
  receivers: ReceiverRow
  crm_links: CrmLinkRow
  crm_events: CrmEventRow
  crm_polls: CrmPollRow
  call_budgets: CallBudgetRow
  lead_pulls: LeadPullRow
  tallies: TallyRow
  seal_keys: SealKeyRow
  sealed_documents: SealedDocumentRow
  seal_days: SealDayRow
  seal_leaves: SealLeafRow
  agreements: AgreementRow
  sale_evidence: SaleEvidenceRow
  evidence_events: EvidenceEventRow
  event_payloads: EventPayloadRow
  cancellations: CancellationRow
  disputes: DisputeRow
  documents_given: DocumentsGivenRow
  do_not_knock: DoNotKnockRow
  do_not_knock_leads: DoNotKnockLeadRow
  do_not_knock_tags: DoNotKnockTagRow
  do_not_knock_sales: DoNotKnockSaleRow
  visits: VisitRow
  phones: PhoneRow
  claims: ClaimRow
  doors: DoorRow
  visits_in_crm: VisitInCrmRow
  dataset_versions: DatasetVersionRow
  premises: PremisesRow
  premises_names: { version: number; id: number; name: string }
  supplier_premises: { version: number; uprn: number }
  uprn_points: { version: number; uprn: number; lat: number; lon: number }
  voucher_areas: VoucherAreaRow
  audit: AuditRow
  people: PersonRow
  invitations: InvitationRow
  sign_ins: SignInRow
  wrong_passwords: WrongPasswordsRow
  tokens: TokenRow
  phone_people: PhonePersonRow
}

/** A handle on the database or on one transaction. Inside a transaction, use only its own handle. */
export type Db = Kysely<Schema>
