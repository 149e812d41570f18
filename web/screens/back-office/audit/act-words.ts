import type { ActListed, Verb } from '#protocol/audit.ts'
import { countOf } from '../../../ui/wording.ts'

/** What each kind of act is called in the filter. */
export const VERB_NAMES: Record<Verb, string> = {
  'deliveries-retried': 'Deliveries retried',
  'report-corrected': 'Report corrected',
  'customer-corrected': 'Customer corrected',
  'dealt-with': 'Marked as dealt with',
  'opened-again': 'Opened again',
  'outcome-recorded': 'Outcome recorded',
  'outcome-taken-back': 'Outcome taken back',
  'outcome-restored': 'Outcome restored',
  'code-revoked': 'Code revoked',
  'code-renewed': 'Code renewed',
  'copy-sent-again': 'Copy sent again',
  'document-downloaded': 'Document downloaded',
  'sales-exported': 'Sales exported',
  'leads-imported': 'Leads imported',
  'leads-exported': 'Leads exported',
  'lead-pull-stopped': 'Sync of leads stopped',
  'door-closed': 'Do-not-knock entry added',
  'door-opened': 'Do-not-knock entry lifted',
  'register-exported': 'Do-not-knock register exported',
  'areas-saved': 'Voucher areas saved',
  'area-deleted': 'Voucher area deleted',
  'data-imported': 'Premises data imported',
  'data-dropped': 'Premises data dropped',
  'phone-renamed': 'Phone renamed',
  'person-erased': 'Person erased',
  'audit-exported': 'Audit exported',
}

/** Returns what an act concerned, in a few words; empty if its name says everything. */
export function detailsInWords({ verb, object_id, details }: ActListed): string {
  const list = (...names: string[]) =>
    names
      .map((name) => details[name])
      .filter((value) => value !== undefined && value !== null && value !== '' && value !== 'all')
      .join(', ')
  switch (verb) {
    case 'deliveries-retried':
      return typeof details['count'] === 'number'
        ? `${details['count']} chosen by hand`
        : list('target', 'state')
    case 'leads-imported':
      return Object.entries(details)
        .filter(([, count]) => count !== 0)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')
    case 'customer-corrected':
      return String(details['fields'] ?? '')
        .replaceAll('customer_', '')
        .replaceAll(' ', ', ')
    case 'sales-exported':
      return [
        ...Object.entries(details).flatMap(([name, value]) =>
          ['status', 'outcome', 'from', 'to'].includes(name) && value !== '' && value !== 'all'
            ? [`${name} ${value}`]
            : [],
        ),
        ...(details['has_search'] === true ? ['found by words'] : []),
      ].join(', ')
    case 'document-downloaded':
      return `Version ${details['version']}`
    case 'areas-saved':
      return countOf(Number(details['count']), 'area')
    case 'area-deleted':
      return object_id ?? ''
    case 'person-erased':
      return `${countOf(Number(details['sales']), 'sale')}, ${countOf(Number(details['leads']), 'lead')}`
    default:
      return list(...Object.keys(details)).replaceAll('-', ' ')
  }
}
