import { expect, it } from 'vitest'
import { agreementOf } from '#domain/testing/agreements.ts'
import { saleAfter, TO_CONTRACT } from '#domain/testing/sale-commands.ts'
import { copyAsHtml } from './customers-copy-file.ts'

const given = { address: 'https://sales.example/copy#t.h', reference: 'TEL-813051' }

it('contains every word of the agreement, and loads nothing from a server', () => {
  const agreement = agreementOf()
  const html = copyAsHtml(agreement, given)
  const text = html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  const words = agreement.sections.flatMap(({ title, blocks }) => [
    title,
    ...blocks.flatMap((block) => {
      if (block.kind === 'list') return block.items
      return block.kind === 'facts' ? block.rows.flat() : [block.text]
    }),
  ])
  expect(words.filter((word) => !text.includes(word))).toEqual([])
  expect(html).not.toMatch(/\s(src|href)=/)
})

it('shows a name with HTML characters unchanged', () => {
  const sale = saleAfter(...TO_CONTRACT)
  const customer = { ...sale.customer, firstName: '<img src=x>' }
  expect(copyAsHtml(agreementOf({ ...sale, customer }), given)).toContain('&lt;img src=x&gt;')
})
