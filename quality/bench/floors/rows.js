/** The least work that a list of 1,000 rows could do: it contains all of them, and the browser scrolls it by itself. */
const ROWS = 1_000
const list = document.querySelector('#rows')
for (let row = 1; row <= ROWS; row++) {
  const item = document.createElement('p')
  item.style.height = '72px'
  item.textContent = `${row} Mill Road`
  list.append(item)
}
