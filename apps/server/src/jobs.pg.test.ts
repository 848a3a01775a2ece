import { cloneDatabase } from '@glasshouse/testkit/database'
import { testPlatform } from '@glasshouse/testkit/platform'
import { scratchFolder } from '@glasshouse/testkit/scratch'
import { expect, it } from 'vitest'
import { jobsOf } from './jobs.ts'
import { readSettings } from './platform/settings/index.ts'
import { openUploads } from './uploads/index.fixture.ts'

it('every job has a name of its own and runs on an empty database, also a second time', async () => {
  const database = await cloneDatabase(4)
  const folder = await scratchFolder('jobs')
  const settings = readSettings({ DATA_DIR: folder.path })
  const platform = { ...testPlatform(database), settings }
  const uploads = openUploads(platform, async () => ({ daily: 1, total: 1 }))
  const jobs = jobsOf({ ...platform, secrets: { ...platform.secrets, hasFormer: true } }, uploads)
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
  for (const { name, run } of [...jobs, ...jobs])
    await expect(run(new AbortController().signal), name).resolves.not.toThrow()
  await folder.remove()
  await database.drop()
})
