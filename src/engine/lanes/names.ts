/** The names of the tasks of a recording, by the list of a lane's tasks. */
const names = new WeakMap<Uint16Array, readonly string[]>();

export const nameTasks = (tasks: Uint16Array, called: readonly string[]): void => void names.set(tasks, called);

/** The name of a task; null: it is of a simulated lane, whose tasks have roles. */
export const nameOf = (tasks: Uint16Array, task: number): string | null => names.get(tasks)?.[task] ?? null;
