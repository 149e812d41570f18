import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

const LOOKS = {
  wait: 'border-wait bg-wait-soft text-wait',
  bad: 'border-danger bg-danger-soft text-danger',
}

type NoticeProps = { icon: IconNode; look: keyof typeof LOOKS; text: string; children?: ReactNode }

/** One notice: a sentence, and perhaps a button that does something about it. */
export function Notice({ icon, look, text, children }: NoticeProps) {
  return (
    <div className={`border-b ${LOOKS[look]}`}>
      <div className="notice">
        <Icon of={icon} size={18} className="shrink-0" />
        <p className="min-w-0 flex-1 py-1.5 text-sm text-ink wrap-anywhere">{text}</p>
        {children}
      </div>
    </div>
  )
}
