import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/index.ts'
import { as, choosePlace, own } from '../../../apps/server/src/platform/postgres/place.ts'
import type { Certificate } from './certificates.ts'
import { waitUntil } from './manualFeed.ts'
import { freePort } from './natsServer.ts'
import { scratchFolder } from './scratch.ts'

/** A PostgreSQL that accepts nothing but TLS on its port. */
export type TlsPostgres = {
  /** Address of its database at a host name, without an option of TLS. */
  readonly urlAt: (host: string) => string
  /** The same over its socket, which is not encrypted. */
  readonly socketUrl: string
  readonly close: () => Promise<void>
}

const database = 'glasshouse'

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Starts it with the certificate of a server. */
export const openTlsPostgres = async (certificate: Certificate): Promise<TlsPostgres> => {
  const scratch = await scratchFolder('tls')
  const embedded = await startEmbeddedPostgres(scratch.path, 0, database)
  const { username, password } = new URL(embedded.url)
  await embedded.stop()
  const { folder, account, bin } = await choosePlace(scratch.path)
  const files = { cert: join(folder, 'server.pem'), key: join(folder, 'server.key') }
  await cp(certificate.certFile, files.cert)
  await cp(certificate.keyFile, files.key)
  await chmod(files.key, 0o600)
  const rules = join(folder, 'pg_hba.conf')
  await writeFile(rules, 'local all all scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\n')
  for (const file of [...Object.values(files), rules]) await own(file, account)
  const port = await freePort()
  const settings = [
    ...['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=100', 'jit=off'],
    ...['ssl=on', `ssl_cert_file=${files.cert}`, `ssl_key_file=${files.key}`],
  ]
  const child: ChildProcess = spawn(
    join(bin, 'postgres'),
    ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...as(account), cwd: '/', stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } },
  )
  const socketUrl = `postgresql://${username}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`
  await waitUntil(() => answers(socketUrl), 60_000)
  return {
    urlAt: (host) => `postgresql://${username}:${password}@${host}:${port}/${database}`,
    socketUrl,
    close: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGQUIT')
      await gone
      await scratch.remove()
    },
  }
}
