"""The tables of a run, as in docs/operations.md."""

from collections.abc import Sequence

from tests.faults.machines.cluster import Cluster
from tests.faults.machines.figures import PROCESSES, Stretch, connections, memory, share

OF_MOVES = ("proxy", "web", "worker", "primary", "standby", "rabbit", "redis", "streams")
OF_DEALS = ("background", "worker", "beat", "primary", "standby", "rabbit")


def print_growth(stretches: Sequence[Stretch], cores: float) -> None:
    """What a second machine adds, when each machine of the kind has this share of a core."""
    print(f"\n| machines, each limited to {cores} of a core | moves/s | deals/s |\n|---|---|---|")
    for stretch in stretches:
        print(f"| {stretch.name} | {stretch.moves_a_second:.1f} | {stretch.deals_a_second:.2f} |", flush=True)


def print_sizes(cluster: Cluster, stretches: Sequence[Stretch]) -> None:
    """Processor time by kind of machine, with two of each, and what each process holds."""
    moves, deals = stretches[1], stretches[3]
    print("\n| service | ms a move | ms a deal |\n|---|---|---|")
    for kind in dict.fromkeys((*OF_MOVES, *OF_DEALS)):
        a_move = f"{moves.ms_a_move(kind):.1f}" if kind in OF_MOVES else ""
        a_deal = f"{deals.ms_a_deal(kind):.0f}" if kind in OF_DEALS else ""
        print(f"| {kind} | {a_move} | {a_deal} |")
    print(f"an event of a stream: {1000 * moves.cpu['streams'] / max(1, moves.streamed):.1f} ms in streams")
    sizes = memory(cluster)
    print("\n| service | processes | MiB each |\n|---|---|---|")
    for kind in PROCESSES:
        count, size = sizes[kind]
        print(f"| {kind} | {count} | {size:.0f} |")
    print(
        "connections to the database: " + ", ".join(f"{name} {n}" for name, n in sorted(connections(cluster).items()))
    )


def print_faults(stretches: Sequence[Stretch]) -> None:
    """What players noticed of each fault."""
    print(
        "\n| fault | moves/s | deals/s | longest pause, s | until stored p50, p99, ms | until read p50, p99, ms | "
        "web, ms a move | requests repeated |\n|---|---|---|---|---|---|---|---|"
    )
    for one in stretches:
        stored = [1000 * (move.stored - move.sent) for move in one.moves]
        read = [1000 * move.news for move in one.moves if move.news is not None]
        repeated = ", ".join(f"{count} {why}" for why, count in one.faults.most_common()) or "none"
        print(
            f"| {one.name} | {one.moves_a_second:.1f} | {one.deals_a_second:.2f} | {one.longest_pause:.1f} | "
            f"{share(stored, 0.5):.0f}, {share(stored, 0.99):.0f} | {share(read, 0.5):.0f}, {share(read, 0.99):.0f} | "
            f"{one.ms_a_move('web'):.1f} | {repeated} |",
            flush=True,
        )
