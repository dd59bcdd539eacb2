"""ACPP in python-chess and DEAP: the yardstick from outside.

Reads the positions, weights and match counts that millipawn's benchmark exports, checks that the same weights find the
same moves here, and measures how many individuals x positions a second this takes, first on those, then in a genetic
algorithm by DEAP. Prints one line of JSON.

    python python_chess_deap.py EXPORT.json
"""

import json
import platform
import random
import sys
import time
from importlib.metadata import version

import chess
from deap import base, creator, tools

MATE = 1 << 30
MATERIAL_SCALE = 16
CENTRE = chess.BB_CENTER
WORTH = {None: 0, chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 10}


# --- the features: crate/engine/src/evaluation/acpp.rs has the definitions ---


def features(board):
    """Side to move minus opponent."""
    own = side_features(board, board.turn)
    their = side_features(board, not board.turn)
    return [a - b for a, b in zip(own, their)]


def side_features(board, color):
    own = board.occupied_co[color]
    pawns = board.pawns & own
    rooks = board.rooks & own
    queens = board.queens & own
    enemy_king = board.king(not color)
    squares, mobility, centre = piece_attacks(board, own)
    west, east = pawn_attacks(pawns, color)
    squares |= west | east
    centre += chess.popcount(west & CENTRE) + chess.popcount(east & CENTRE)
    mobility += pawn_mobility(board, pawns, color, west, east)
    enemy_half = 0xFFFFFFFF00000000 if color else 0x00000000FFFFFFFF
    return [
        chess.popcount(pawns) * MATERIAL_SCALE,
        chess.popcount(board.knights & own) * MATERIAL_SCALE,
        chess.popcount(board.bishops & own) * MATERIAL_SCALE,
        chess.popcount(rooks) * MATERIAL_SCALE,
        chess.popcount(queens) * MATERIAL_SCALE,
        mobility,
        centre,
        development(board, own, color),
        sum(7 - chess.square_distance(queen, enemy_king) for queen in chess.scan_forward(queens)),
        sum(7 - line_distance(rook, enemy_king) for rook in chess.scan_forward(rooks)),
        rook_files(rooks, pawns, board.pawns),
        -isolated(pawns),
        passed(pawns, board.pawns & ~own, color),
        chess.popcount(squares & enemy_half),
    ]


def piece_attacks(board, own):
    squares = mobility = centre = 0
    for square in chess.scan_forward(own & ~board.pawns):
        targets = board.attacks_mask(square)
        squares |= targets
        mobility += chess.popcount(targets & ~own)
        centre += chess.popcount(targets & CENTRE)
    return squares, mobility, centre


def pawn_attacks(pawns, color):
    if color:
        return chess.shift_up_left(pawns), chess.shift_up_right(pawns)
    return chess.shift_down_left(pawns), chess.shift_down_right(pawns)


def pawn_mobility(board, pawns, color, west, east):
    empty = ~board.occupied & chess.BB_ALL
    if color:
        single = chess.shift_up(pawns) & empty
        double = chess.shift_up(single & chess.BB_RANK_3) & empty
    else:
        single = chess.shift_down(pawns) & empty
        double = chess.shift_down(single & chess.BB_RANK_6) & empty
    enemies = board.occupied_co[not color]
    return sum(chess.popcount(targets) for targets in (single, double, west & enemies, east & enemies))


def development(board, own, color):
    home = 0 if color else 56
    minors = (board.knights | board.bishops) & own
    at_home = board.knights & own & (0x42 << home) | board.bishops & own & (0x24 << home)
    castled = 2 if is_castled(board, own, home) else 0
    return chess.popcount(minors) - chess.popcount(at_home) + castled


def is_castled(board, own, home):
    king = (board.kings & own) >> home & 0xFF
    rooks = (board.rooks & own) >> home & 0xFF
    towards_h = king & 0xC0 and rooks < king
    towards_a = king & 0x07 and not rooks & (king - 1)
    return towards_h or towards_a


def line_distance(a, b):
    files = abs(chess.square_file(a) - chess.square_file(b))
    ranks = abs(chess.square_rank(a) - chess.square_rank(b))
    return min(files, ranks)


def rook_files(rooks, own_pawns, pawns):
    value = 0
    for rook in chess.scan_forward(rooks):
        file = chess.BB_FILES[chess.square_file(rook)]
        value += (not file & own_pawns) + (not file & pawns)
    return value


def neighbour_files(file):
    return (chess.BB_FILES[file - 1] if file > 0 else 0) | (chess.BB_FILES[file + 1] if file < 7 else 0)


def isolated(pawns):
    files = (chess.square_file(pawn) for pawn in chess.scan_forward(pawns))
    return sum(1 for file in files if not neighbour_files(file) & pawns)


def passed(pawns, enemy_pawns, color):
    total = 0
    for pawn in chess.scan_forward(pawns):
        file, rank = chess.square_file(pawn), chess.square_rank(pawn)
        if color:
            ahead = chess.BB_ALL << (8 * (rank + 1)) & chess.BB_ALL
        else:
            ahead = (1 << (8 * rank)) - 1
        if not (chess.BB_FILES[file] | neighbour_files(file)) & ahead & enemy_pawns:
            total += rank if color else 7 - rank
    return total


# --- the search: crate/engine/src/search/plain.rs has the rules ---


def choose(board, weights):
    """The move of one ply and quiescence; the first by (from, to, promotion) on ties."""
    best, best_score = None, -MATE
    for move in sorted(board.legal_moves, key=lambda m: (m.from_square, m.to_square, m.promotion or 0)):
        score = score_of_move(board, move, weights, best_score)
        if best is None or score > best_score:
            best, best_score = move, score
    return best


def score_of_move(board, move, weights, alpha):
    board.push(move)
    if not board.is_check() and not any(board.generate_legal_moves()):
        score = 0
    else:
        score = -quiesce(board, weights, -MATE, -alpha, 1)
    board.pop()
    return score


def quiesce(board, weights, alpha, beta, ply):
    in_check = board.is_check()
    if in_check:
        best = ply - MATE
    else:
        best = sum(w * f for w, f in zip(weights, features(board)))
    if best >= beta:
        return best
    for move in quiescence_moves(board, in_check):
        alpha = max(alpha, best)
        board.push(move)
        best = max(best, -quiesce(board, weights, -beta, -alpha, ply + 1))
        board.pop()
        if best >= beta:
            break
    return best


def quiescence_moves(board, in_check):
    if in_check:
        moves = list(board.generate_legal_moves())
    else:
        moves = list(board.generate_legal_captures())
        moves += quiet_promotions(board)
    return sorted(moves, key=lambda move: -guess(board, move))


def quiet_promotions(board):
    seventh = chess.BB_RANK_7 if board.turn else chess.BB_RANK_2
    pawns = board.pawns & board.occupied_co[board.turn] & seventh
    return list(board.generate_legal_moves(pawns, ~board.occupied & chess.BB_ALL)) if pawns else []


def guess(board, move):
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    gain = WORTH[captured] + (WORTH[move.promotion] - 1 if move.promotion else 0)
    return 16 * gain - WORTH[board.piece_type_at(move.from_square)]


# --- the genetic algorithm: DEAP's operators, Goldberg's linear scaling ---


def matches(weights, examples):
    return sum(choose(board, weights) == played for board, played in examples)


def decode(bits, coding):
    """The weights of a bit string: a base and what each bit adds."""
    weights = list(coding["base"])
    for bit, (feature, worth) in zip(bits, coding["bits"]):
        if bit:
            weights[feature] += worth
    return weights


def toolbox(coding):
    creator.create("Fitness", base.Fitness, weights=(1.0,))
    creator.create("Individual", list, fitness=creator.Fitness)
    tools_ = base.Toolbox()
    tools_.register("bit", random.randint, 0, 1)
    tools_.register("individual", tools.initRepeat, creator.Individual, tools_.bit, len(coding["bits"]))
    tools_.register("population", tools.initRepeat, list, tools_.individual)
    tools_.register("mate", tools.cxOnePoint)
    tools_.register("mutate", tools.mutFlipBit, indpb=0.001)
    tools_.register("select", tools.selRoulette)
    return tools_


def scale(population):
    """The best gets twice the average, the average stays; less where the worst would fall below zero."""
    raw = [individual.fitness.values[0] for individual in population]
    mean, best, worst = sum(raw) / len(raw), max(raw), min(raw)
    if best == mean:
        return
    if worst > 2 * mean - best:
        slope = mean / (best - mean)
    else:
        slope = mean / (mean - worst)
    for individual, fitness in zip(population, raw):
        individual.fitness.values = (max(0.0, mean + slope * (fitness - mean)),)


def breed(population, tools_):
    scale(population)
    parents = tools_.select(population, len(population))
    children = [tools_.clone(parent) for parent in parents]
    for one, two in zip(children[::2], children[1::2]):
        if random.random() < 0.5:
            tools_.mate(one, two)
    for child in children:
        tools_.mutate(child)
        del child.fitness.values
    return children


def evolve(coding, examples, size, positions, generations):
    """Individuals x positions of a run, and its seconds."""
    tools_ = toolbox(coding)
    population = tools_.population(size)
    started = time.perf_counter()
    for generation in range(generations):
        sample = random.sample(examples, positions)
        for individual in population:
            individual.fitness.values = (matches(decode(individual, coding), sample),)
        if generation + 1 < generations:
            population = breed(population, tools_)
    return size * positions * generations, time.perf_counter() - started


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        export = json.load(file)
    examples = [(chess.Board(e["fen"]), chess.Move.from_uci(e["move"])) for e in export["examples"]]
    started = time.perf_counter()
    found = [matches(individual["weights"], examples) for individual in export["individuals"]]
    seconds = time.perf_counter() - started
    expected = [individual["matched"] for individual in export["individuals"]]
    if found != expected:
        sys.exit(f"the same weights find other moves here: {found}, not {expected}")
    random.seed(1991)
    run = export["run"]
    pairs, run_seconds = evolve(export["coding"], examples, run["population"], run["positions"], run["generations"])
    print(
        json.dumps(
            {
                "versions": f"Python {platform.python_version()}, chess {version('chess')}, deap {version('deap')}",
                "matched": found,
                "rate": len(found) * len(examples) / seconds,
                "run_rate": pairs / run_seconds,
            }
        )
    )


if __name__ == "__main__":
    main()
