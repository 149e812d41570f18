import { buttonLook } from '../../../ui/button.tsx'

type ChooseFileProps = {
  /** Whether this is the main action. */
  isMain: boolean
  isBusy: boolean
  onChoose: (file: File) => void
}

/**
 * A file field that looks like a button. It is cleared after each choice, so that the same file can be chosen again.
 */
export function ChooseFile({ isMain, isBusy, onChoose }: ChooseFileProps) {
  return (
    <label
      className={`${buttonLook(isMain ? 'primary' : 'secondary')} relative cursor-pointer has-disabled:border-line has-disabled:bg-sunken has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
    >
      Import leads
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={isBusy}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
