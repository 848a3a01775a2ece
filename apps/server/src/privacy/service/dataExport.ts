import type { Language } from '@glasshouse/core/wire/languages'
import type { ContractDeps } from '../../contracts/index.ts'
import { findCustomer, provenAddresses } from '../../customers/records/index.ts'
import { customerPolicy } from '../../eligibility/index.ts'
import type { Pools } from '../../invest/index.ts'
import type { PersonalData } from '../../platform/personalData/index.ts'
import type { Platform } from '../../platform/services/index.ts'

/** What modules read the parts of an export with. */
export type ExportDeps = ContractDeps &
  Pick<Platform, 'secrets'> & { readonly pools: Pick<Pools, 'listOrders'> }

export type PrivacyDeps = ExportDeps & {
  /** What each module stores about a customer, in the order of the modules. */
  readonly personalData: readonly PersonalData<ExportDeps>[]
}

const findPerson = async (deps: PrivacyDeps, uid: number) => {
  const person = await findCustomer(deps.database.db, uid)
  if (person === undefined) throw new Error(`customer ${uid} does not exist`)
  return person
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/**
 * All stored data of a customer except passwords and secrets, as chunks of one JSON text. Streamed, so that a long
 * journal is never completely in memory.
 */
export async function* everythingAbout(
  deps: PrivacyDeps,
  uid: number,
  lang: Language,
): AsyncGenerator<string> {
  const head = { format: 'glasshouse-export/1', uid, madeMs: deps.clock.business(), lang }
  yield JSON.stringify(head).slice(0, -1)
  const person = await findPerson(deps, uid)
  const { country, policy } = await customerPolicy(deps, deps.database.db, uid)
  yield `,\n"profile":${JSON.stringify({ ...person, country, region: policy.region })}`
  const customer = { uid, lang, addresses: provenAddresses(person) }
  for (const { name, rows } of deps.personalData.flatMap(({ exportParts }) => exportParts(deps, customer))) {
    yield `,\n${JSON.stringify(name)}:`
    const value = rows()
    if (!isStream(value)) {
      yield JSON.stringify(await value)
      continue
    }
    let before = '['
    for await (const row of value) {
      yield `${before}\n${JSON.stringify(row)}`
      before = ','
    }
    yield before === '[' ? '[]' : '\n]'
  }
  yield '}\n'
}
