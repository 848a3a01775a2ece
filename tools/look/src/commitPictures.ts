// The pictures of a commit, taken from a checkout of it and kept: none have to be approved beforehand.
import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PicturePlan } from './pictures.ts'

const git = (root: string, args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/**
 * Full hash of a commit; without a name the one where this branch left `main`, or the newest one where there is no
 * such branch. Throws if git knows no commit of the name.
 *
 * @example hashOf(root, 'main~3') // '1979c05e…'
 */
export const hashOf = (root: string, name: string | undefined): string => {
  if (name !== undefined) return git(root, ['rev-parse', '--verify', `${name}^{commit}`])
  try {
    return git(root, ['merge-base', 'HEAD', 'main'])
  } catch {
    return git(root, ['rev-parse', 'HEAD'])
  }
}

/**
 * Folder with the files of a commit, outside the repository. It remains when a run is interrupted, and the next run
 * goes on in it. Packages are linked where both have the same lock files; otherwise its launcher installs them.
 */
export const checkOut = async (root: string, hash: string): Promise<string> => {
  const tree = join(tmpdir(), `glasshouse-look-${hash}`)
  const isWhole = join(tree, '.checked-out')
  if (await exists(isWhole)) return tree
  await rm(tree, { recursive: true, force: true })
  await mkdir(tree)
  const archive = join(tree, 'files.tar')
  git(root, ['archive', '--format=tar', `--output=${archive}`, hash])
  execFileSync('tar', ['-xf', archive, '-C', tree])
  await rm(archive)
  await linkPackages(root, tree)
  await mkdir(isWhole)
  return tree
}

const exists = (path: string): Promise<boolean> =>
  readdir(path).then(
    () => true,
    () => false,
  )

const contentOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null)

const linkPackages = async (root: string, tree: string): Promise<void> => {
  const locks = ['package-lock.json', 'packages/testkit/evm/package-lock.json']
  for (const lock of locks)
    if ((await contentOf(join(root, lock))) !== (await contentOf(join(tree, lock)))) return
  await mkdir(join(tree, 'node_modules'))
  for (const entry of await readdir(join(root, 'node_modules'), { withFileTypes: true })) {
    const [from, to] = [join(entry.parentPath, entry.name), join(tree, 'node_modules', entry.name)]
    // The links to the own packages are relative: copied they lead to those of the commit.
    if (entry.isFile() || entry.name === '@glasshouse')
      await cp(from, to, { recursive: true, verbatimSymlinks: true })
    else await symlink(from, to, 'junction')
  }
  for (const area of ['packages', 'apps', 'tools'])
    for (const name of await readdir(join(tree, area))) {
      const own = join(root, area, name, 'node_modules')
      if (await exists(own)) await symlink(own, join(tree, area, name, 'node_modules'), 'junction')
    }
}

/** The screens that a checkout can take pictures of; older ones plan none of the console. */
export const screensOf = async (tree: string): Promise<readonly PicturePlan[]> => {
  const found: { screens: readonly PicturePlan[]; consoleScreens?: readonly PicturePlan[] } = await import(
    pathToFileURL(join(tree, 'apps/web/e2e/screens.ts')).href
  )
  return [...found.screens, ...(found.consoleScreens ?? [])]
}

/**
 * Takes those pictures of a commit that its folder lacks, with the program of the commit itself. Pictures of screens
 * that it did not have yet are missing afterwards.
 *
 * @param lacking names of the screens of which a picture is missing
 * @param options options of this program that choose the pictures, such as `--sizes`
 */
export const takeBasePictures = async (
  root: string,
  hash: string,
  folder: string,
  lacking: ReadonlySet<string>,
  options: readonly string[],
): Promise<void> => {
  if (lacking.size === 0) return
  const tree = await checkOut(root, hash)
  const known = (await screensOf(tree)).map(({ name }) => name).filter((name) => lacking.has(name))
  if (known.length > 0) {
    console.log(`takes the pictures of ${hash.slice(0, 8)}: ${known.length} screens`)
    const target = ['--approve', '--approved', folder, '--only', known.join(',')]
    const { status, error } = spawnSync(
      process.execPath,
      [join(tree, 'tools/launcher/run.mjs'), 'tools/look/src/main.ts', ...target, ...options],
      { cwd: tree, stdio: 'inherit' },
    )
    if (error) throw error
    if (status !== 0 && (await readdir(folder)).length === 0)
      throw new Error(`no picture of ${hash} could be taken; see above`)
    if (status !== 0) console.log(`some pictures of ${hash.slice(0, 8)} are missing; see above`)
  }
  await rm(tree, { recursive: true, force: true })
}
