/** Each entry: what was changed, the statements that change it, and what `verify` prints. */
export type Tampered = readonly (readonly [what: string, statements: string, named: RegExp])[]

const OF_CORRECTED = `chain = (select chain from sale_evidence where session_id = 'corrected')`
const event = (seq: number) => `where seq = ${seq} and ${OF_CORRECTED}`

/** A forged last event with the right hash, which needs no key. */
const FORGED_ERASURE = `insert into evidence_events (chain, seq, type, at, commitment, prev, hash)
  select chain, 8, 'erased', '2026-03-01T00:00:00.000Z', 'x', hash, sha256(convert_to(
    E'doorstep.event.v1\\n{"at":"2026-03-01T00:00:00.000Z","chain":"' || chain || '","commit":"78","prev":"'
      || encode(hash, 'hex') || '","seq":8,"type":"erased"}', 'UTF8'))
  from evidence_events ${event(7)}`

/** The changes that an administrator could make to evidence and chains in SQL, and how `verify` names them. */
export const TAMPERED_EVIDENCE: Tampered = [
  ['a changed agreement', `update agreements set body = 'x'`, /^agreements, [0-9a-f]{64}: its text does not/],
  ['another template', `update agreements set template = 'x'`, /^agreements, .+ another template$/],
  ['a removed agreement', 'delete from agreements', /^agreements, sale again: the agreement .+ is missing$/],

  [
    'changed evidence',
    `update sale_evidence set body = 'x' where session_id = 'corrected'`,
    /^sale_evidence, sale corrected: its evidence does not match its hash$/,
  ],
  [
    'changed evidence with its hash',
    `update sale_evidence set body = 'x', evidence_sha256 = sha256('x') where session_id = 'corrected'`,
    /^sale_evidence, sale corrected: its chain says that other evidence was received last$/,
  ],
  [
    'evidence of another sale',
    `update sale_evidence set session_id = 'unrecorded' where session_id = 'corrected'`,
    /^sale_evidence, sale unrecorded: its evidence is of another sale$/,
  ],
  [
    'another agreement of the evidence',
    `update sale_evidence set agreement_sha256 = 'x' where session_id = 'corrected'`,
    /^sale_evidence, sale corrected: its chain says that another agreement was received$/,
  ],
  [
    'another choice of copy',
    `update sale_evidence set copy_by = 'paper' where session_id = 'corrected'`,
    /^sale_evidence, sale corrected: its evidence has another choice of copy$/,
  ],
  [
    'removed findings',
    `update sale_evidence set findings = '[]' where session_id = 'again'`,
    /^sale_evidence, sale again: its findings do not/,
  ],
  [
    'another time of receipt',
    `update sale_evidence set received_at = received_at - interval '1 day' where session_id = 'corrected'`,
    /^sale_evidence, sale corrected: .+ received at another time$/,
  ],
  [
    'another salt',
    `update sale_evidence set salt = 'x' where session_id = 'corrected'`,
    /^event_payloads, sale corrected, event 1: .+ another salt$/,
  ],
  [
    'the chain of another sale',
    `update sale_evidence set chain = '${'0'.repeat(32)}' where session_id = 'corrected'`,
    /^sale_evidence, chain [0-9a-f]{32}, event 1: the salt of its chain is missing/,
  ],
  [
    'a chain without events',
    `create temporary table gone on commit drop as select chain from sale_evidence where session_id = 'corrected';
      delete from event_payloads where chain in (select chain from gone);
      delete from evidence_events where chain in (select chain from gone)`,
    /^evidence_events, sale corrected: its chain does not say that the evidence was received$/,
  ],
  [
    'removed evidence',
    `delete from event_payloads where ${OF_CORRECTED}; delete from sale_evidence where session_id = 'corrected'`,
    /^event_payloads, chain [0-9a-f]{32}, event 1: its payload is missing, and it was not erased$/,
  ],

  [
    'a forged erasure of the evidence',
    `${FORGED_ERASURE}; delete from event_payloads where ${OF_CORRECTED};
      delete from sale_evidence where session_id = 'corrected'`,
    /^sealed_documents, sale corrected, version 1: the evidence of its sale is missing$/,
  ],
  [
    'another type',
    `update evidence_events set type = 'shared' ${event(2)}`,
    /, sale corrected, event 2: its hash/,
  ],
  [
    'another time',
    `update evidence_events set at = 'infinity' ${event(2)}`,
    /, sale corrected, event 2: its hash/,
  ],
  ['another commitment', `update evidence_events set commitment = 'x' ${event(2)}`, /, event 2: its hash/],
  [
    'another hash before',
    `update evidence_events set prev = 'x' ${event(2)}`,
    /, event 2: it does not follow/,
  ],
  ['another hash', `update evidence_events set hash = 'x' ${event(2)}`, /, event 2: its hash/],
  [
    'a removed event',
    `delete from evidence_events ${event(2)}`,
    /, sale corrected, event 2: the event is missing$/,
  ],
  ['a removed last event', `delete from evidence_events ${event(7)}`, /, event 7: the event is missing$/],
  [
    'a removed last event with its payload',
    `delete from event_payloads ${event(7)}; delete from evidence_events ${event(7)}`,
    /^sealed_documents, sale corrected, version 2: its chain does not say that it was sealed$/,
  ],
  [
    'a removed head',
    `delete from event_payloads where seq > 3 and ${OF_CORRECTED};
      delete from evidence_events where seq > 3 and ${OF_CORRECTED};
      update sale_evidence set findings = 'null' where session_id = 'corrected'`,
    /^sealed_documents, sale corrected, version 1: the head that its statement names is not in its chain$/,
  ],
  ['a moved event', `update evidence_events set seq = 99 ${event(7)}`, /, event 7: the event is missing$/],
  [
    'a changed payload',
    `update event_payloads set payload = payload || '{"by": "agent"}' ${event(3)}`,
    /^event_payloads, sale corrected, event 3: its payload does not/,
  ],
  ['a removed payload', `delete from event_payloads ${event(3)}`, /, event 3: its payload is missing/],
]
