import type { Difference } from './difference.ts'
import { get } from './requests/request.ts'

/** Reads and forms of answers that the two servers answer differently on purpose. */
export const DIFFERENT_READS: Difference[] = [
  {
    why: 'Rows are always counted exactly.',
    theirs: '206',
    ours: '200',
    calls: [get('leads?order=id', { prefer: 'count=planned' })],
  },
  {
    why: 'A page that is not a number is refused instead of ignored.',
    theirs: '200',
    ours: '400 PGRST100',
    calls: [get('leads?limit=abc'), get('leads?limit=1.5'), get('leads?offset=x')],
  },
  {
    why: 'A negative offset is refused like a negative limit.',
    theirs: '200',
    ours: '416 PGRST103',
    calls: [get('leads?offset=-1')],
  },
  {
    why: 'What follows the end of a condition is refused instead of ignored.',
    theirs: '200',
    ours: '400 PGRST100',
    calls: [
      get('leads?status=in.(new)x'),
      get('leads?notes=in.(a,b (c))'),
      get('leads?or=(status.eq.new))'),
      get('leads?select=*::text'),
      get('leads?select=,id'),
      get('leads?select=id;drop'),
      get('opportunities?select=id,leads(id)extra'),
      get('leads?status'),
    ],
  },
  {
    why: 'A group needs its parentheses.',
    theirs: '400 42703',
    ours: '400 PGRST100',
    calls: [get('leads?or=status.eq.new')],
  },
  {
    why: 'Blanks around the commas of an order do no harm.',
    theirs: '400 PGRST100',
    ours: '200',
    calls: [get('leads?order=status.asc , id.desc')],
  },
  {
    why: '`is.not_null` is taken, as by later versions.',
    theirs: '400 PGRST100',
    ours: '200',
    calls: [get('leads?notes=is.not_null')],
  },
  {
    why: 'A regular expression that could take seconds is refused.',
    theirs: '200',
    ours: '400 2201B',
    calls: [
      get('leads?postcode=match.(.)\\1'),
      get('leads?postcode=match.(?=A).*'),
      get('leads?postcode=match.([AB]){2}'),
    ],
  },
  {
    why: 'Nothing is compared with a null in an array.',
    theirs: '200',
    ours: '400 22P02',
    calls: [get('leads?household_size=eq(any).{1,NULL}')],
  },
  {
    why: 'There is no full-text search.',
    theirs: '200',
    ours: '400 PGRST100',
    calls: [get('leads?notes=fts.word'), get('leads?notes=plfts(english).word')],
  },
  {
    why: 'No column is an array or a range.',
    theirs: '404 42883',
    ours: '400 PGRST100',
    calls: [get('leads?notes=cs.{a}'), get('leads?notes=ov.{a}'), get('leads?notes=sl.(1,2)')],
  },
  {
    why: 'No column holds JSON.',
    theirs: '200',
    ours: '400 PGRST100',
    calls: [get('leads?select=notes->>a'), get('leads?notes->>a=eq.1'), get('leads?order=notes->a')],
  },
  {
    why: 'Only the lead of a sale is embedded, and nothing in it.',
    theirs: '200',
    ours: '400 PGRST200',
    calls: [
      get('leads?select=id,opportunities(id)'),
      get('opportunities?select=id,leads(id,opportunities(id))'),
    ],
  },
  {
    why: 'A lead is embedded once.',
    theirs: '200',
    ours: '400 42712',
    calls: [get('opportunities?select=a:leads(id),b:leads(id)')],
  },
  {
    why: 'A sale has one lead, so there is no order or page of leads.',
    theirs: '200',
    ours: '400 PGRST100',
    calls: [
      get('opportunities?select=id,leads(id)&leads.order=id'),
      get('opportunities?select=id,leads(id)&leads.limit=1'),
    ],
  },
  {
    why: 'There is no column count.',
    theirs: '200',
    ours: '400 42703',
    calls: [get('opportunities?select=id,leads(count)')],
  },
  {
    why: 'Sales may be ordered by any column of their lead.',
    theirs: '400 42703',
    ours: '200',
    calls: [get('opportunities?select=id,leads(street_address)&order=leads(household_size)')],
  },
  {
    why: 'An unknown table has the code of later versions.',
    theirs: '404 42P01',
    ours: '404 PGRST205',
    calls: [get('nope')],
  },
  {
    why: 'A form that is not offered has the status of later versions.',
    theirs: '415 PGRST107',
    ours: '406 PGRST107',
    calls: [
      get('leads', { accept: 'text/html' }),
      get('leads', { accept: 'text/xml' }),
      get('leads', { accept: 'application/octet-stream' }),
      get('leads', { accept: 'application/vnd.pgrst.plan+json' }),
    ],
  },
  {
    why: 'Any form of `application` may be JSON.',
    theirs: '415 PGRST107',
    ours: '200',
    calls: [get('leads?order=id', { accept: 'application/*' })],
  },
  {
    why: 'There are no shapes on a map.',
    theirs: '404 42883',
    ours: '406 PGRST107',
    calls: [get('leads', { accept: 'application/geo+json' })],
  },
  {
    why: 'CSV without rows still has its header.',
    theirs: '200',
    ours: '200',
    calls: [get('leads?limit=0', { accept: 'text/csv' })],
  },
]
