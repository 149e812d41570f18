import { useState } from 'react'
import { MAX_ROWS_ON_A_PHONE } from '#protocol/territory.ts'
import { useApp } from '../../../../app-context.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { countOf } from '../../../../ui/wording.ts'

/** The area that the list shows, with a button to change it. */
export function AreaShown({ area, count }: { area: string; count: number }) {
  const { lists } = useApp()
  const [asking, setAsking] = useState(false)
  async function change() {
    setAsking(true)
    const problem = await lists.offerAreas()
    setAsking(false)
    if (problem !== undefined) toast(`Areas not loaded: ${problem}`, 'bad')
  }
  const isWhole = count < MAX_ROWS_ON_A_PHONE
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 text-sm text-muted wrap-anywhere">
        {isWhole ? 'Leads' : `The newest ${countOf(count, 'lead')}`} {area ? `in ${area}` : 'without an area'}
      </p>
      <Button look="quiet" className="-mr-2" busy={asking} onClick={() => void change()}>
        Change area
      </Button>
    </div>
  )
}
