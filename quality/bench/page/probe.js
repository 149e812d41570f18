/**
 * Runs in the page before its own scripts and measures in ms since the navigation began.
 * `ready`: React handles the search field. `firstRow`: the frame with the first lead is done.
 * `longTasks` and `turns` grow until they are emptied.
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
observe('longtask', ({ duration }) => probe.longTasks.push(duration))

const belongsToReact = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))

function lookForReact() {
  const field = document.querySelector('input[type=search]')
  if (field && belongsToReact(field)) probe.ready = performance.now()
  else setTimeout(lookForReact, 5)
}

function lookForRow(observer) {
  if (!document.querySelector('[role=radiogroup] [role=radio], [role=radiogroup] input[type=radio]')) return
  observer.disconnect()
  afterFrame((at) => {
    probe.firstRow = at
  })
}

/** Starts only after the first paint or the scripts, because looking takes time too. */
function look() {
  if (isLooking) return
  isLooking = true
  lookForReact()
  const observer = new MutationObserver(() => lookForRow(observer))
  observer.observe(document, { childList: true, subtree: true })
  lookForRow(observer)
}
let isLooking = false
observe('paint', ({ name, startTime }) => {
  if (name !== 'first-contentful-paint') return
  probe.fcp = startTime
  look()
})
addEventListener('DOMContentLoaded', look)

/**
 * Measures from a keystroke in the search field, or a choice of another sort, to the end of the next frame, and how
 * much of that was work: the event's listeners (this one runs last) and the frame. The rest is waiting for the screen.
 */
for (const [type, of] of [
  ['input', 'INPUT'],
  ['change', 'SELECT'],
]) {
  addEventListener(type, ({ target, timeStamp }) => {
    if (target.tagName !== of) return
    const handledAt = performance.now()
    requestAnimationFrame(() => {
      const frameAt = performance.now()
      afterTask((at) =>
        probe.turns.push({ took: at - timeStamp, worked: handledAt - timeStamp + at - frameAt }),
      )
    })
  })
}
