import type { Block } from '#domain/agreement/agreement.ts'

/** The words of a document's section. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="flex flex-col gap-2 wrap-anywhere">
    {blocks.map((block) => (
      <BlockShown key={JSON.stringify(block)} block={block} />
    ))}
  </div>
)

function BlockShown({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="mt-2 font-semibold">{block.text}</h3>
    case 'paragraph':
      return <p dir="auto">{block.text}</p>
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
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )
  }
}
