// A run of a later stage that a link describes. It is repeated on what is built in, or on the file that is chosen in its stage.

import type { SharedLater } from "../../worker/protocol.ts";
import type { Running } from "../running.ts";
import type { Stages } from "../stages.ts";
import type { Store } from "../store.ts";
import { LATER_KINDS } from "./index.ts";
import type { LinkedKind, Offering } from "./linked.ts";

export interface LinkedLaterParts {
  store: Store;
  running: Running;
  stages: Stages;
}

export function linkedLater({ store, running, stages }: LinkedLaterParts): LinkedKind {
  return {
    open(experiment: SharedLater, text: string, offering: Offering) {
      const { kind } = experiment;
      const { system: named, initial, population } = LATER_KINDS[kind].offered(experiment);
      // A search may be bred for who is of no system.
      const system = stages.knows(named) ? named : store.system;
      const settings = population === null ? experiment.settings : { ...experiment.settings, population };
      return {
        offer: {
          ...{ system, settings, changes: experiment.changes },
          ...{ table: stages.of(system)[kind].table, initial },
          data: experiment.built_in ? "built in" : "own",
          exact: experiment.repeatable,
          another_engine: experiment.of_another_engine,
        },
        async run() {
          if (store.system !== system) store.settle({ system });
          stages.show(kind);
          await running.run.pause();
          if (await stages.repeat(experiment, text)) offering.giveUp();
        },
      };
    },
  };
}
