/**
 * Runs in the page before anything of it, and notes when what happened, in ms since the navigation began.
 * `ready`: React owns the search field (its listener is on it), so what is typed there is handled.
 * `firstRow`: the frame with the first lead is done. `longTasks` and `turns` grow until they are emptied.
 */
const probe = { longTasks: [], turns: [] }
globalThis.doorstepProbe = probe

const afterFrame = (done) => requestAnimationFrame(() => afterTask(done))
function afterTask(done) {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => done(performance.now())
  port2.postMessage(null)
}

function observe(type, take) {
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
}
observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') probe.fcp = startTime
})
observe('longtask', ({ duration }) => probe.longTasks.push(duration))

const belongsToReact = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))
const looking = setInterval(() => {
  const field = document.querySelector('input[type=search]')
  if (!field || !belongsToReact(field)) return
  probe.ready = performance.now()
  clearInterval(looking)
}, 5)

new MutationObserver((_changes, observer) => {
  if (!document.querySelector('[role=radiogroup] [role=radio], [role=radiogroup] input[type=radio]')) return
  observer.disconnect()
  afterFrame((at) => {
    probe.firstRow = at
  })
}).observe(document, { childList: true, subtree: true })

/**
 * From the event of a keystroke in the search field, or of another sort, to the end of the next frame; and what of that
 * was work: of who heard the event (this listener is the last to), and of the frame. The rest waits for the screen.
 */
for (const [type, of] of [
  ['input', 'INPUT'],
  ['change', 'SELECT'],
]) {
  addEventListener(type, ({ target, timeStamp }) => {
    if (target.tagName !== of) return
    const heardAt = performance.now()
    requestAnimationFrame(() => {
      const frameAt = performance.now()
      afterTask((at) =>
        probe.turns.push({ took: at - timeStamp, worked: heardAt - timeStamp + at - frameAt }),
      )
    })
  })
}
