import type { Tampered } from './tampered-evidence.testing.ts'

const FIRST_DAY = 'where day = (select min(day) from seal_days)'
const PDF = `(select pdf_sha256 from sealed_documents where session_id = 'corrected' and version = 2)`
const document = `where session_id = 'corrected' and version = 1`

/**
 * The changes that an administrator could make to documents, keys, days and sales in SQL, and how `verify` names them.
 */
export const TAMPERED_DOCUMENTS: Tampered = [
  ['a changed file', `update sealed_documents set bytes = 'x' ${document}`, /version 1: the file is not/],
  [
    'a changed hash of the file',
    `update sealed_documents set pdf_sha256 = 'x' ${document}`,
    /document of event 5 is/,
  ],
  [
    'a changed file with its hash',
    `update sealed_documents set bytes = 'x', pdf_sha256 = sha256('x') where session_id = 'unrecorded'`,
    /^sealed_documents, sale unrecorded, version 1: its statement has another pdf_sha256$/,
  ],
  [
    'another time of sealing',
    `update sealed_documents set sealed_at = sealed_at - interval '1 s' ${document}`,
    /another sealed_at$/,
  ],
  ['another source', `update sealed_documents set source_sha256 = 'x' ${document}`, /another source_sha256$/],
  [
    'another agreement',
    `update sealed_documents set agreement_sha256 = 'x' ${document}`,
    /another agreement_sha256$/,
  ],
  [
    'another evidence',
    `update sealed_documents set evidence_sha256 = 'x' ${document}`,
    /another evidence_sha256$/,
  ],
  ['other findings', `update sealed_documents set findings = '[]' where version = 2`, /another findings$/],
  ['another key', `update sealed_documents set kid = 'x' ${document}`, /its key x is not one of ours$/],
  [
    'the next key',
    `update sealed_documents set kid = (select kid from seal_keys where retired_at is null) ${document}`,
    /^sealed_documents, sale corrected, version 1: its statement was signed by another key$/,
  ],
  [
    'a changed statement',
    `update sealed_documents set statement = 'a.b.c' ${document}`,
    /its statement is not signed/,
  ],
  [
    'a statement with one character more',
    `update sealed_documents set statement = statement || 'x' ${document}`,
    /its statement is not signed/,
  ],
  [
    'a swapped statement',
    `update sealed_documents set statement = (
      select statement from sealed_documents where session_id = 'unrecorded') ${document}`,
    /^sealed_documents, sale corrected, version 1: its statement has another/,
  ],
  [
    'a document of another sale',
    `update sealed_documents set session_id = 'cancelled', version = 2 where session_id = 'again'`,
    /^sealed_documents, sale again: the document of event 7 is missing$/,
  ],
  [
    'a document of another sale without evidence',
    `update sealed_documents set session_id = 'x' where session_id = 'unrecorded'`,
    /^sealed_documents, sale x, version 1: its sale is missing, and was not erased$/,
  ],
  [
    'a removed version',
    `delete from sealed_documents ${document}`,
    /^sealed_documents, sale corrected: the document/,
  ],
  [
    'a removed first version without evidence',
    `update sealed_documents set version = 2 where session_id = 'unrecorded'`,
    /^sealed_documents, sale unrecorded, version 2: version 1 is missing$/,
  ],
  [
    'a removed document without evidence',
    `delete from sealed_documents where session_id = 'unrecorded'`,
    /^seal_days, .+: the document of leaf \d is missing$/,
  ],
  [
    'a removed file',
    `update sealed_documents set bytes = null, erased_at = now() + interval '1 s' ${document}`,
    /version 1: its file is missing, and its sale was not erased$/,
  ],
  [
    'a removed file whose sale is younger',
    `update sealed_documents set bytes = null, erased_at = '2026-01-01' ${document}`,
    /version 1: its file is missing, and its sale was not erased$/,
  ],

  [
    'a damaged certificate',
    `update seal_keys set certificate = 'x'`,
    /^seal_keys, key .+ certificate is damaged$/,
  ],
  [
    'another id of a key',
    `update seal_keys set kid = 'x' where retired_at is null`,
    /^seal_keys, key x: its certificate is of another key$/,
  ],
  ['a prolonged key', `update seal_keys set not_after = 'infinity'`, /^seal_keys, .+ ends at another time$/],
  ['a removed key', `delete from seal_keys`, /^sealed_documents, .+: its key .+ is not one of ours$/],

  [
    'a removed leaf',
    `delete from seal_leaves where pdf_sha256 = ${PDF}`,
    /version 2: no day root covers it$/,
  ],
  [
    'swapped leaves',
    `update seal_leaves set position = 11 where position = 0; update seal_leaves set position = 0 where position = 1;
      update seal_leaves set position = 1 where position = 11`,
    /^seal_days, .+: its root does not match its leaves$/,
  ],
  [
    'a moved leaf',
    'update seal_leaves set position = 9 where position = 0',
    /^seal_days, .+: leaf 0 is missing$/,
  ],
  ['another root', `update seal_days set root = 'x'`, /^seal_days, .+: its root does not match its leaves$/],
  ['another size', `update seal_days set size = 9`, /^seal_days, .+: its statement is of another day$/],
  [
    'another day',
    `update seal_days set day = day - 1; update seal_leaves set day = day - 1`,
    /^seal_days, .+: its statement is of another day$/,
  ],
  [
    'a changed statement of a day',
    `update seal_days set statement = 'a.b.c'`,
    /^seal_days, .+ not signed by one of/,
  ],
  [
    'a statement of the last day with one character more',
    `update seal_days set statement = statement || '=' where day = (select max(day) from seal_days)`,
    /^seal_days, .+ not signed by one of/,
  ],
  [
    'a removed root',
    `delete from seal_days ${FIRST_DAY}`,
    /^seal_days, .+: it does not follow the day before it$/,
  ],
  [
    'a removed last root',
    `delete from seal_days where day > (select min(day) from seal_days)`,
    /: its root is missing$/,
  ],

  [
    'a changed name',
    `update opportunities set customer_name = 'x' where session_id = 'corrected'`,
    /^opportunities, sale corrected: customer_name changed after it was sealed$/,
  ],
  [
    'a changed price and signature',
    `update opportunities set service_monthly_price = 1, contract_signature = 'data:image/png;base64,AAAA' where session_id = 'cancelled'`,
    /^opportunities, sale cancelled: contract_signature, service_monthly_price changed after it was sealed$/,
  ],
  [
    'a changed price without evidence',
    `update opportunities set service_monthly_price = 1 where session_id = 'unrecorded'`,
    /^opportunities, sale unrecorded: it changed after it was sealed$/,
  ],
  [
    'a removed sale',
    `delete from opportunities where session_id = 'corrected'`,
    /^sealed_documents, sale corrected, version 1: its sale is missing, and was not erased$/,
  ],
  [
    'a changed cancellation',
    `update cancellations set in_time = not in_time`,
    /^cancellations, sale cancelled: its cancellation does not match its chain$/,
  ],
  [
    'a claimed acknowledgement',
    `update cancellations set acknowledged_at = now()`,
    /^cancellations, sale cancelled: its cancellation does not match its chain$/,
  ],
  ['a removed cancellation', 'delete from cancellations', /^cancellations, sale cancelled: its cancellation/],
  [
    'changed words',
    `update disputes set words = 'x'`,
    /^disputes, sale cancelled: the customer’s dispute does not/,
  ],
]
