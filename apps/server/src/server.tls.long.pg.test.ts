import { type CertificateAuthority, hasOpenssl, makeAuthority } from '@glasshouse/testkit/certificates'
import { becomesLeading, becomesReady, type Cluster, openCluster } from '@glasshouse/testkit/cluster'
import { bookedWork, brokenInvariants, startLoad } from '@glasshouse/testkit/clusterLoad'
import { hasNatsServer, type NatsServer, startNatsServer } from '@glasshouse/testkit/natsServer'
import { type ScratchFolder, scratchFolder } from '@glasshouse/testkit/scratch'
import { openTlsPostgres, type TlsPostgres } from '@glasshouse/testkit/tlsPostgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Processes with TLS to PostgreSQL and NATS, whose certificates an authority of the test's own has issued. */

/** An address of a NATS server with another scheme, host or password. */
const changed = (
  url: string,
  { protocol, hostname, password }: { protocol?: string; hostname?: string; password?: string },
): string => {
  // URL keeps the scheme of an address whose scheme it does not know.
  const address = new URL(protocol === undefined ? url : url.replace(/^[a-z]+:/, protocol))
  if (hostname !== undefined) address.hostname = hostname
  if (password !== undefined) address.password = password
  return address.toString()
}

describe.skipIf(!hasNatsServer() || !hasOpenssl())('several processes over TLS', () => {
  let folder: ScratchFolder
  let authority: CertificateAuthority
  let other: CertificateAuthority
  let postgres: TlsPostgres
  let nats: NatsServer
  let cluster: Cluster
  let natsUrl = ''
  const verified = (host: string, ca: string): string =>
    `${postgres.urlAt(host)}?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`
  /** The settings of a process that trusts the authority. */
  const trusting = () => ({
    DATABASE_URL: verified('localhost', authority.caFile),
    NATS_URL: natsUrl,
    NODE_EXTRA_CA_CERTS: authority.caFile,
  })
  const start = (roles: string, more: Readonly<Record<string, string>> = {}) =>
    cluster.start(roles, { ...trusting(), ...more })

  beforeAll(async () => {
    folder = await scratchFolder('certificates')
    authority = await makeAuthority(folder.path, 'authority')
    other = await makeAuthority(folder.path, 'other')
    const certificate = await authority.issue('server', 'DNS:localhost')
    postgres = await openTlsPostgres(certificate)
    nats = await startNatsServer([
      '--tlscert',
      certificate.certFile,
      '--tlskey',
      certificate.keyFile,
      '--tls',
    ])
    natsUrl = changed(nats.url, { protocol: 'tls:', hostname: 'localhost' })
    cluster = await openCluster(0, verified('localhost', authority.caFile))
  })
  afterAll(async () => {
    await cluster?.close()
    await nats?.close()
    await postgres?.close()
    await folder?.remove()
  })

  it('trade and move money, and every connection to the database is encrypted', async () => {
    const leader = await start('market,engine,jobs')
    await becomesLeading(leader)
    const web = await start('web')
    await becomesReady(web)
    const token = await web.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
    const before = await bookedWork(cluster.database.db)
    const working = startLoad(() => [web], token)
    await working.goesOn(10)
    const { rows } = await sql<{ ssl: boolean; connections: number }>`
      select s.ssl, count(*)::int as connections from pg_stat_ssl s join pg_stat_activity a using (pid)
      where a.backend_type = 'client backend' group by 1`.execute(cluster.database.db)
    await working.end()
    expect(rows).toEqual([{ ssl: true, connections: expect.any(Number) }])
    expect(rows[0]?.connections).toBeGreaterThan(10)
    const after = await bookedWork(cluster.database.db)
    expect(after.transfers - before.transfers).toBe(working.done.transfers)
    expect(after.orders - before.orders).toBe(working.done.orders)
    expect(await brokenInvariants(web)).toEqual([])
    for (const member of [web, leader]) {
      member.signal('SIGINT')
      await member.exit
    }
  })

  it.each<readonly [string, () => Readonly<Record<string, string>>, RegExp]>([
    [
      'a database of another authority',
      () => ({ DATABASE_URL: verified('localhost', other.caFile) }),
      /self-signed|unable to (get local issuer|verify)/,
    ],
    [
      'a database of another authority, without a file in the address',
      () => ({
        DATABASE_URL: `${postgres.urlAt('localhost')}?sslmode=verify-full`,
        NODE_EXTRA_CA_CERTS: other.caFile,
      }),
      /self-signed|unable to (get local issuer|verify)/,
    ],
    [
      'a database whose certificate is of another host',
      () => ({ DATABASE_URL: verified('127.0.0.1', authority.caFile) }),
      /does not match certificate|not in the cert/,
    ],
    [
      'a database that must be encrypted, without TLS',
      () => ({ DATABASE_URL: postgres.urlAt('localhost') }),
      /no encryption/,
    ],
    [
      'a NATS server of another authority',
      () => ({ NODE_EXTRA_CA_CERTS: other.caFile }),
      /NATS_URL: no NATS server could be connected to .*(self-signed|unable to (get local issuer|verify))/s,
    ],
    [
      'a NATS server with a wrong password',
      () => ({ NATS_URL: changed(natsUrl, { password: 'wrong' }) }),
      /NATS_URL: no NATS server could be connected to .*Authorization/is,
    ],
  ])('refuse to start with %s', async (_what, settings, reason) => {
    await expect(start('web', settings())).rejects.toThrow(reason)
  })

  it('refuse to start with tls:// at a NATS server that offers no TLS', async () => {
    const plain = await startNatsServer()
    try {
      const NATS_URL = changed(plain.url, { protocol: 'tls:', hostname: 'localhost' })
      await expect(start('web', { NATS_URL })).rejects.toThrow(/NATS_URL: .*does not support 'tls'/s)
    } finally {
      await plain.close()
    }
  })
})
