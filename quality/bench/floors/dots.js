/** The least work that a map of 5,000 dots could do: a canvas that redraws each of them whenever it is dragged. */
const DOTS = 5_000
const canvas = document.querySelector('canvas')
const context = canvas.getContext('2d')
const dots = Array.from({ length: DOTS }, (_, index) => [(index % 100) * 10, Math.floor(index / 100) * 16])
let [left, top] = [0, 0]
let isAsked = false

function draw() {
  isAsked = false
  context.clearRect(0, 0, canvas.width, canvas.height)
  for (const [x, y] of dots) {
    context.beginPath()
    context.arc(x + left, y + top, 7, 0, 7)
    context.fill()
    context.stroke()
  }
}

canvas.addEventListener('pointermove', ({ buttons, movementX, movementY }) => {
  if (buttons === 0) return
  left += movementX
  top += movementY
  if (!isAsked) requestAnimationFrame(draw)
  isAsked = true
})
draw()
