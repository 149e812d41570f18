import type { Block } from '#domain/agreement/agreement.ts'
import { Address } from './address.tsx'
import { Marked } from './marked.tsx'

type BlocksProps = {
  blocks: readonly Block[]
  /** The parts of paragraphs to highlight. */
  marked?: readonly string[]
}

/** The text of a document's section. */
export const Blocks = ({ blocks, marked = [] }: BlocksProps) => (
  <div className="flex flex-col gap-2 wrap-anywhere">
    {blocks.map((block) => (
      <BlockShown key={JSON.stringify(block)} block={block} marked={marked} />
    ))}
  </div>
)

function BlockShown({ block, marked }: { block: Block; marked: readonly string[] }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="font-semibold not-first:mt-2">{block.text}</h2>
    case 'paragraph':
      return (
        <p dir="auto">
          <Marked text={block.text} marked={marked} />
        </p>
      )
    case 'list':
      return (
        <ul className="list-disc pl-5">
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )
    case 'facts':
      return (
        <dl className="flex flex-col gap-2">
          {block.rows.map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm font-semibold text-muted">{label}</dt>
              <dd dir="auto">
                <Address>{value}</Address>
              </dd>
            </div>
          ))}
        </dl>
      )
  }
}
