import { failed, success } from '#domain/kernel/result.ts'
import { correctedFields, sourceHashOf, wordsOf } from '../words.ts'
import type { Pass } from './pass.ts'
import { readSealedSales, type SealedSale } from './sale-rows.queries.ts'

/** Compares every stored sale with its newest document. A correction is no break if its version is queued. */
export const verifySales: Pass = async ({ db, report }) => {
  let sales = 0
  for await (const page of readSealedSales(db)) {
    const kept = page.filter(({ is_erased }) => !is_erased)
    for (const sale of kept) {
      const broken = sale.is_queued ? undefined : findBreak(sale)
      if (broken) return failed(`opportunities, sale ${sale.session_id}: ${broken}`)
    }
    sales += kept.length
    report('opportunities', sales)
  }
  return success({ sales })
}

function findBreak({
  source_sha256,
  source_before,
  words,
  is_erased,
  is_queued,
  ...sale
}: SealedSale): string | undefined {
  if (words) {
    const fields = correctedFields(words, wordsOf(sale))
    return fields.length === 0 ? undefined : `${fields.join(', ')} changed after it was sealed`
  }
  const isMade = sourceHashOf({ sale, signing: null }, source_before).equals(source_sha256)
  return isMade ? undefined : 'it changed after it was sealed'
}
