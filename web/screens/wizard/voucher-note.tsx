import type { VoucherVerdict } from '#domain/premises/verdict.ts'
import { BDUK_DECIDES, sourceInWords } from '#domain/premises/verdict-words.ts'

/** How certain the voucher of this sale is, for the agent and the customer (docs/product 20.5). */
export function VoucherNote({ verdict }: { verdict: VoucherVerdict | null | undefined }) {
  if (!verdict) return null
  const [source] = verdict.sources
  return (
    <p className="text-sm">
      <strong className="font-semibold">
        {verdict.answer === 'likely' ? 'Voucher likely' : 'Voucher unconfirmed'}
      </strong>
      {source && `: ${sourceInWords(source)}`}. {BDUK_DECIDES}.
    </p>
  )
}
