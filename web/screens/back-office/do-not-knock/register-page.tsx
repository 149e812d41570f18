import { useState } from 'react'
import { exportRegister, type RegisterSearch } from '../../../http/register.ts'
import { Button } from '../../../ui/button.tsx'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { useMay } from '../account/account.ts'
import { ExportCsv } from '../export-csv.tsx'
import { NoAnswer } from '../notices.tsx'
import { RegisterFrame } from '../page-frames.tsx'
import { AddEntry } from './add-entry.tsx'
import { RegisterList } from './register-list.tsx'
import { SignedSales } from './signed-sales.tsx'
import { useRegister } from './use-register.ts'

/** The do-not-knock register for the back office (docs/product 16.6). */
export function RegisterPage() {
  const [search, setSearch] = useState<RegisterSearch>({ search: '', state: 'active' })
  const register = useRegister(search)
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useMay('write-office')
  return (
    <RegisterFrame
      actions={
        <>
          <ExportCsv name="do-not-knock.csv" read={() => exportRegister(search)} />
          {mayAdd && <Button onClick={() => setAdding(true)}>Add entry</Button>}
        </>
      }
    >
      {register.failingSince && <NoAnswer since={register.failingSince} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <RegisterList register={register} search={search} onSearch={setSearch} />
        <SignedSales />
      </div>
      {isAdding && <AddEntry onAdded={register.refresh} onClose={() => setAdding(false)} />}
      <ToastRegion place="page" />
    </RegisterFrame>
  )
}
