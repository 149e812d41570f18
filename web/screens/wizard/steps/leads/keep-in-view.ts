/**
 * Keeps the selected lead in view when the list becomes shorter, unless the agent has scrolled away from it. Returns a
 * function that ends this.
 */
export function keepInView(list: Element): () => void {
  let height = list.clientHeight
  const observer = new ResizeObserver(() => {
    const selected = list.querySelector(':checked')
    if (selected && isInView(selected, list, height)) selected.scrollIntoView({ block: 'nearest' })
    height = list.clientHeight
  })
  observer.observe(list)
  return () => observer.disconnect()
}

function isInView(element: Element, list: Element, height: number): boolean {
  const bottom = element.getBoundingClientRect().bottom - list.getBoundingClientRect().top
  return bottom > 0 && bottom <= height + 1
}
