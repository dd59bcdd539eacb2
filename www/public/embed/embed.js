import { UciEngine } from "../uci.js";

const [form, log] = document.querySelectorAll("form, pre");
const engine = await UciEngine.start();
engine.onLine = (line) => log.append(`${line}\n`);
engine.send("setoption name Chromosome value acpp.1.ebJh91fWxzVJqHkSeRl-eLkoAANIv5k");
engine.send("position startpos moves e2e4 c7c5");
form.onsubmit = () => (engine.send(form.line.value), false);
form.stop.onclick = () => engine.send("stop");
