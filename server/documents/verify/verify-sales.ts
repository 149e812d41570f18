import { failed, success } from '#domain/kernel/result.ts'
import { correctedFields, sourceHashOf, wordsOf } from '../words.ts'
import type { Pass } from './pass.ts'
import { readSealedSales, type SealedSale } from './sale-rows.queries.ts'

/**
 * Compares every stored sale with its newest document. A correction is not a break if its version is sealed or queued,
 * but it is named, because any change in psql counts as a correction.
 */
export const verifySales: Pass = async ({ db, report }) => {
  let sales = 0
  const corrected: string[] = []
  for await (const page of readSealedSales(db)) {
    const kept = page.filter(({ is_erased }) => !is_erased)
    for (const sale of kept) {
      const broken = findBreak(sale)
      if (broken && !sale.is_queued) return failed(`opportunities, sale ${sale.session_id}: ${broken}`)
      if (broken || sale.is_corrected) corrected.push(sale.session_id)
    }
    sales += kept.length
    report('opportunities', sales)
  }
  return success({ sales, corrected })
}

function findBreak({
  source_sha256,
  source_before,
  words,
  is_erased,
  is_corrected,
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
