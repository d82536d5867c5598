/** The machine of an experiment with what a class chose. A worker describes the machine. */
import { useEffect, useState } from 'react';
import { startLane } from '../engine/lanes/start';
import type { ClassMachineProps } from '../rooms/assignment/Believed';
import { MachineCounts } from '../rooms/machine/MachineCounts';
import type { MachineDescription, Scenario } from '../scenario/generated/types';

async function machineOf(scenario: Scenario): Promise<MachineDescription> {
  const engine = await startLane();
  try {
    return (await engine.ask('load', scenario, 0)).machine;
  } finally {
    engine.dispose();
  }
}

export function ClassMachine({ scenario, counts, label }: ClassMachineProps) {
  const [machine, setMachine] = useState<MachineDescription | null>(null);
  useEffect(() => {
    let isOver = false;
    // Without a worker the list beside it has the numbers.
    void machineOf(scenario).then(
      (found) => isOver || setMachine(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [scenario]);
  return machine && <MachineCounts machine={machine} counts={counts} label={label} />;
}
