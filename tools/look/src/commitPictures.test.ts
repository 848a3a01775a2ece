import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkOut, hashOf, screensOf } from './commitPictures.ts'

const lock = 'package-lock.json'

/** A repository with one commit and packages, of which one is its own. */
const createRepository = async (): Promise<{ root: string; git: (...args: string[]) => string }> => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'look-base-')))
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim()
  for (const folder of ['packages/core', 'packages/testkit/evm', 'apps', 'tools'])
    await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'packages/core/word.ts'), 'before')
  for (const folder of ['apps', 'tools']) await writeFile(join(root, folder, '.keep'), '')
  for (const path of [lock, `packages/testkit/evm/${lock}`]) await writeFile(join(root, path), 'one')
  await writeFile(join(root, '.gitignore'), 'node_modules')
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
  await mkdir(join(root, 'node_modules/other'), { recursive: true })
  await mkdir(join(root, 'node_modules/@glasshouse'))
  await symlink('../../packages/core', join(root, 'node_modules/@glasshouse/core'))
  return { root, git }
}

it('checks a commit out with the packages of the repository, and its own ones as they were', async () => {
  const { root, git } = await createRepository()
  const hash = git('rev-parse', 'HEAD')
  await writeFile(join(root, 'packages/core/word.ts'), 'after')
  const tree = await checkOut(root, hash)
  try {
    expect(await readFile(join(tree, 'packages/core/word.ts'), 'utf8')).toBe('before')
    expect(await readFile(join(tree, 'node_modules/@glasshouse/core/word.ts'), 'utf8')).toBe('before')
    expect(await realpath(join(tree, 'node_modules/other'))).toBe(join(root, 'node_modules/other'))
    await writeFile(join(tree, 'left'), '')
    expect(await readdir(await checkOut(root, hash))).toContain('left')
  } finally {
    await Promise.all([root, tree].map((folder) => rm(folder, { recursive: true })))
  }
})

it('links no packages where the commit had others', async () => {
  const { root, git } = await createRepository()
  const hash = git('rev-parse', 'HEAD')
  await writeFile(join(root, lock), 'two')
  const tree = await checkOut(root, hash)
  try {
    expect(await readdir(tree)).not.toContain('node_modules')
  } finally {
    await Promise.all([root, tree].map((folder) => rm(folder, { recursive: true })))
  }
})

it('compares with the commit where the branch left main, or with the one that is named', async () => {
  const { root, git } = await createRepository()
  try {
    const first = git('rev-parse', 'HEAD')
    git('checkout', '-qb', 'mine')
    git('commit', '-q', '--allow-empty', '-m', 'second')
    expect(hashOf(root, undefined)).toBe(first)
    expect(hashOf(root, 'mine')).toBe(git('rev-parse', 'HEAD'))
    expect(() => hashOf(root, 'nothing')).toThrow()
    git('branch', '-qD', 'main')
    expect(hashOf(root, undefined)).toBe(git('rev-parse', 'mine'))
  } finally {
    await rm(root, { recursive: true })
  }
})

it.each([
  ['with', "export const consoleScreens = [{ name: 'console-queue' }]", ['home', 'console-queue']],
  ['without', '', ['home']],
])('knows the screens of a commit %s plans of the console', async (_name, text, names) => {
  const tree = await realpath(await mkdtemp(join(tmpdir(), 'look-plans-')))
  try {
    await mkdir(join(tree, 'apps/web/e2e'), { recursive: true })
    const plans = `export const screens = [{ name: 'home' }]\n${text}\n`
    await writeFile(join(tree, 'apps/web/e2e/screens.ts'), plans)
    expect((await screensOf(tree)).map(({ name }) => name)).toEqual(names)
  } finally {
    await rm(tree, { recursive: true })
  }
})
