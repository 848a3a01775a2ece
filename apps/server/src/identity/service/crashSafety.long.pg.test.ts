import { registerFromWire } from '@glasshouse/core/identity/codec'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { codeFor, newCustomer, signIn } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authenticateCustomer } from '../index.ts'
import { resetPassword } from './passwords.ts'
import { register } from './register.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

/** Runs a command while the connection dies at its n-th statement; false once it has fewer statements. */
const killedAt = async (at: number, when: 'before' | 'after', command: () => Promise<unknown>) => {
  const death = killConnectionAt(platform.database.url, at, when)
  const outcome = await command().then(
    () => 'done' as const,
    () => 'failed' as const,
  )
  death.over()
  await drainDeadConnections(platform.database.pool)
  return { happened: death.happened(), outcome }
}

it.each(['before', 'after'] as const)(
  'a registration killed %s any statement is whole or nothing, and can be told again',
  async (when) => {
    for (let at = 1; ; at += 1) {
      const email = `killed-${when}-${at}@example.com`
      const verifycode = await codeFor(platform, email, 1)
      const form = {
        telcode: '1',
        email,
        phone: `1404555${when === 'before' ? 1 : 2}${String(100 + at)}`,
        oid: '10000',
        pwd: 'Harbour77!',
        verifycode,
        type: 2 as const,
      }
      const killed = await killedAt(at, when, () => register(platform, registerFromWire(form), 'en'))
      await register(platform, registerFromWire(form), 'en').catch(() => undefined)
      const { rows } = await sql<{ customers: number; messages: number; used: boolean }>`
        select count(*) as customers,
          (select count(*) from platform_fact f where f.body ->> 'uid' = max(c.uid)::text) as messages,
          (select used_ms is not null from identity_code where address = ${email} and purpose = 1) as used
        from identity_customer c where c.email = ${email}
      `.execute(platform.database.db)
      expect([at, rows]).toEqual([at, [{ customers: 1, messages: 1, used: true }]])
      if (!killed.happened) {
        // Every statement had its turn.
        expect(at).toBeGreaterThan(6)
        break
      }
    }
  },
)

it.each(['before', 'after'] as const)(
  'a new password killed %s any statement changes password, sessions and code together or not at all',
  async (when) => {
    for (let at = 1; ; at += 1) {
      const ann = await newCustomer(platform)
      const token = await signIn(platform, ann)
      const code = await codeFor(platform, ann.email, 2)
      const form = { kind: 'email', email: ann.email, password: 'Changed1', code } as const
      const killed = await killedAt(at, when, () => resetPassword(platform, form))
      const changed = await signIn(platform, { ...ann, password: 'Changed1' }).then(
        () => true,
        () => false,
      )
      const session = await authenticateCustomer(platform.database.db, platform.clock, token)
      expect([at, session.kind]).toEqual([at, changed ? 'ended' : 'ok'])
      if (killed.outcome === 'done') expect(changed).toBe(true)
      if (!changed) await resetPassword(platform, form)
      await signIn(platform, { ...ann, password: 'Changed1' })
      if (!killed.happened) {
        // Every statement had its turn.
        expect(at).toBeGreaterThan(6)
        break
      }
    }
  },
)
