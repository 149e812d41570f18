import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'

/** Opens a proxy to a database. After this many answers it breaks for good. */
export async function startBreakingProxy(databaseUrl: string, answers: number) {
  const url = new URL(databaseUrl)
  const folder = url.searchParams.get('host')
  const target = folder
    ? { path: path.join(folder, '.s.PGSQL.5432') }
    : { host: url.hostname, port: Number(url.port || 5432) }
  let left = answers
  const proxy = net.createServer((client) => {
    const server = net.connect(target)
    const cut = () => {
      client.destroy()
      server.destroy()
    }
    if (left <= 0) return cut()
    client.on('error', cut).pipe(server)
    server.on('error', cut).on('data', (data) => {
      left -= 1
      if (left < 0) cut()
      else client.write(data)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`
  return { url: url.href, close: () => proxy.close() }
}
